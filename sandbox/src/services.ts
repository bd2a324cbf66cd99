import { createMailService } from './mail/mail.service.ts';
import { createOpenidService } from './openid/openid.service.ts';
import type { OpenidClient } from './openid/provider.ts';
import type { SandboxService } from './resident/service.ts';

/** Everyone who lives in the sandbox. A new resident is one more entry with the next free port offset. */
export function listServices(client: OpenidClient): SandboxService[] {
  return [
    createOpenidService({ name: 'google', brand: 'Google', portOffset: 1, client }),
    createOpenidService({ name: 'microsoft', brand: 'Microsoft', portOffset: 2, client }),
    createMailService(3),
  ];
}
