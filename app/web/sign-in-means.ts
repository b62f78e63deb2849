// What people can sign in with, or which settings are missing for it.
import type { Revealing, WebDeps } from './deps.ts';
import { createPeople, type PeopleOptions } from './people.ts';

type Means = Omit<PeopleOptions, 'clientSecret'> & {
  clientSecret?: Revealing | undefined;
  sessionKey?: Revealing | undefined;
};

export function signInMeans({ sessionKey, clientSecret, ...given }: Means): WebDeps['signIn'] {
  if (clientSecret === undefined || sessionKey === undefined) {
    const missing = [
      ...(clientSecret === undefined ? ['CLIENT_SECRET'] : []),
      ...(sessionKey === undefined ? ['SESSION_KEY'] : []),
    ];
    return { missing };
  }
  return { people: createPeople({ ...given, clientSecret }), sessionKey };
}
