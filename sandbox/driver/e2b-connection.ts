// Where the provider is and how to say so to the SDK. Types only.

/** Unset addresses follow from the domain; unset domain: E2B's cloud. */
export type E2bConnection = {
  apiKey: string;
  domain?: string;
  apiUrl?: string;
  sandboxUrl?: string;
};

/** As the SDK takes it, for one call. */
export type SdkConnection = E2bConnection & {
  /** A variable of the environment must not turn checks of the SDK off. */
  debug: false;
  requestTimeoutMs?: number;
  signal?: AbortSignal;
};
