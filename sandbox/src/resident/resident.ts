import type { Faults } from './faults.ts';
import type { SandboxService } from './service.ts';

/** A service that has moved in: what the home page shows and the switches act on. */
export interface Resident {
  service: SandboxService;
  address: string;
  isListening(): boolean;
  faults(): Faults;
  setFaults(faults: Faults): void;
}
