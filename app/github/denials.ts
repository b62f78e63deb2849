// Notices when GitHub says no to the token itself: a run of the Action tells which permission lacks.
import type { Denial } from './port.ts';

/** The words of a refusal are what tells a missing permission from other 403s. */
export function watchDenials(onDenied: (denial: Denial) => void) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    if (response.status !== 403) return response;
    const text = await response.clone().text();
    const [message] =
      /Resource not accessible by \w+|not permitted to create[^"]*/.exec(text) ?? [];
    const accepted = response.headers.get('x-accepted-github-permissions');
    if (message !== undefined) onDenied({ message, ...(accepted !== null && { accepted }) });
    return response;
  };
}
