import type { Faults } from './faults.ts';
import type { SandboxService } from './service.ts';

/** A running service. The home page shows it and the switches act on it. */
export interface Resident {
  service: SandboxService;
  address: string;
  isListening(): boolean;
  faults(): Faults;
  setFaults(faults: Faults): void;
}
