import { engineWorld } from '../../support/engine-world.ts';
import { engineContract } from './suite.ts';

engineContract('local engine', engineWorld);
