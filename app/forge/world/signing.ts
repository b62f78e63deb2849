// The forge's own key for commits that a bot makes through the API. GitHub does the same with its
// key; here as there, only the server can say whether a commit is verified.
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import type { CommitSigner } from './world.ts';

const BEGIN = '-----BEGIN FORGE SIGNATURE-----';
const END = '-----END FORGE SIGNATURE-----';

export function createSigner(): CommitSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    sign: (payload) => {
      const signature = sign(null, Buffer.from(payload), privateKey).toString('base64');
      return `${BEGIN}\n${signature}\n${END}`;
    },
    verify: (payload, signature) => {
      const [begin, value = '', end] = signature.split('\n');
      if (begin !== BEGIN || end !== END) return false;
      return verify(null, Buffer.from(payload), publicKey, Buffer.from(value, 'base64'));
    },
  };
}
