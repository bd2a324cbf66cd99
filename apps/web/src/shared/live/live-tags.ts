import { LiveEvent } from '@headhaul/contracts/live-events';
import type { ApiTag } from '../api/api.ts';

/** The cache tags that an event makes stale. */
export function staleTags(event: LiveEvent, userId: string): ApiTag[] {
  switch (event.type) {
    case 'team.changed':
      // Handing over the company also changes what this person may do.
      // The paid seats and the number of drivers in a plan depend on the team.
      return ['Team', 'Me', 'Audit', 'Billing', 'Limits'];
    case 'company.changed':
      // Daily limits are counted by the company's day.
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
    case 'factoring.changed':
      // The letter of a broker counts what the factor says.
      return ['Factoring', 'Brokers'];
    case 'fleet.changed':
      return ['Fleet', 'Drivers'];
    case 'views.changed':
      return ['Views'];
    case 'board-filters.changed':
      return ['BoardFilters', 'Audit'];
    case 'board-filters.seen':
      return ['BoardFilterUses'];
    case 'board-pages.changed':
      return ['BoardPages', 'Audit'];
    case 'billing.changed':
      return ['Billing', 'Limits', 'Me', 'Referrals'];
    case 'limits.changed':
      return ['Limits'];
    case 'referrals.changed':
      return ['Referrals', 'Billing'];
    case 'email-accounts.changed':
      // Connecting the first mailbox completes a step of the setup, and a plan limits the number of mailboxes.
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

/** Returns null for an event of a newer server that this version doesn't know. */
export function parseLiveEvent(data: string): LiveEvent | null {
  try {
    const parsed = LiveEvent.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
