import { AppError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { OwnSecurityEvent } from './security-kinds.ts';

interface Refused {
  companyId: string;
  event: OwnSecurityEvent;
}

/**
 * Records a refused request as a security event. A refused request commits no transaction, so the event has its own. Only the first
 * refusals of a person are recorded each minute: they show a flood, and a flood must not fill the table. Pass the platform of the
 * request, which knows the IP address. If recording fails, the client still gets the refusal.
 */
export async function noteRefusal({ db, limits, log }: Platform, { companyId, event }: Refused): Promise<void> {
  try {
    await limits.take('security_events', event.actorId ?? companyId);
    await db.withTenant(companyId, async (tx) => tx.noteSecurity(event));
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return;
    log.error({ err: error }, 'a refusal was not noted');
  }
}
