import type { Audience } from '@headhaul/contracts/session';
import { readDevice } from '@headhaul/domain/sign-ins/device';

/** A user agent in plain words: "Chrome on Windows", "Extension, Edge on Mac". */
export function deviceName(userAgent: string, audience: Audience): string {
  const { name } = readDevice(userAgent);
  if (audience === 'extension') return name === null ? 'Extension' : `Extension, ${name}`;
  return name ?? 'Unknown device';
}
