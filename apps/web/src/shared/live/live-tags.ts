import { LiveEvent } from '@headhaul/contracts/live-events';
import type { ApiTag } from '../api/api.ts';

/** What of the cache an event makes stale. Events of a newer server that we don't know yet change nothing here. */
export function staleTags(data: string, userId: string): ApiTag[] {
  const event = parseEvent(data);
  if (event === null) return [];
  switch (event.type) {
    case 'team.changed':
      // A hand-over of the company also changes what this person may do.
      return ['Team', 'Me', 'Audit'];
    case 'company.changed':
      return ['Company', 'Me', 'Profile', 'Audit'];
    case 'session.changed':
      return event.userId === userId ? ['Me', 'OpenSessions'] : [];
  }
}

function parseEvent(data: string): LiveEvent | null {
  try {
    const parsed = LiveEvent.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
