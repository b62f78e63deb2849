// Where the provider is and how to say so to the SDK. Types only.

/** Unset addresses follow from the domain; unset domain: E2B's cloud. */
export type E2bConnection = {
  apiKey: string;
  domain?: string;
  apiUrl?: string;
  sandboxUrl?: string;
  /**
   * The provider is our own server: it takes `host:port` and lets through that port alone. E2B takes
   * names, and opens both web ports for them.
   */
  hasExactPorts?: boolean;
};

/** As the SDK takes it, for one call. */
export type SdkConnection = Omit<E2bConnection, 'hasExactPorts'> & {
  /** A variable of the environment must not turn checks of the SDK off. */
  debug: false;
  requestTimeoutMs?: number;
  signal?: AbortSignal;
};
