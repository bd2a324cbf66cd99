import { LiveEvent } from '@headhaul/contracts/live-events';
import type { ApiTag } from '../api/api.ts';

/** What of the cache an event makes stale. */
export function staleTags(event: LiveEvent, userId: string): ApiTag[] {
  switch (event.type) {
    case 'team.changed':
      // A hand-over of the company also changes what this person may do.
      // The seats that are paid for and the drivers a plan allows follow the people.
      return ['Team', 'Me', 'Audit', 'Billing', 'Limits'];
    case 'company.changed':
      // The day on which limits are counted is the company's.
      return ['Company', 'Me', 'Profile', 'Audit', 'Limits'];
    case 'session.changed':
      return event.userId === userId ? ['Me', 'OpenSessions'] : [];
    case 'sign-ins.changed':
      return ['SignIns', 'Audit'];
    case 'loads.changed':
      return ['Loads', 'Load', 'LoadCounts', 'Drivers', 'Stats'];
    case 'load.editing':
      return [];
    case 'drivers.changed':
      return ['Drivers', 'Limits'];
    case 'brokers.changed':
      return ['Brokers'];
    case 'fleet.changed':
      return ['Fleet', 'Drivers'];
    case 'views.changed':
      return ['Views'];
    case 'billing.changed':
      return ['Billing', 'Limits', 'Me', 'Referrals'];
    case 'limits.changed':
      return ['Limits'];
    case 'referrals.changed':
      return ['Referrals', 'Billing'];
    case 'email-accounts.changed':
      // Whoever connects the first mailbox is done with a step of the setup, and a plan counts mailboxes.
      return ['EmailAccounts', 'Limits', 'Me', 'Audit'];
    case 'email-templates.changed':
      return ['EmailTemplates', 'EmailAccounts'];
    case 'emails.changed':
      return ['Emails', 'EmailAccounts', 'EmailStats'];
    case 'import.changed':
      return ['Imports'];
    case 'export.changed':
      return ['Exports'];
  }
}

/** Events of a newer server that we don't know yet are none. */
export function parseLiveEvent(data: string): LiveEvent | null {
  try {
    const parsed = LiveEvent.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
