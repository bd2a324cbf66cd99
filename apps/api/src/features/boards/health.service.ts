import { type BoardHealth, boardHealthPoints } from '@headhaul/contracts/boards/health';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../lib/http/guards.ts';

/** Stores the counts. Company, person and session are not stored: person and session limit how often this install may report. */
export async function storeBoardHealth({ platform, actor }: Ctx, { installId, extVersion, cause, pages }: BoardHealth): Promise<void> {
  // Each install has a session of its own. The id that it sends could be a new one every time, and a person can open more sessions.
  await platform.limits.take('board_health', `${cause}:${actor.sessionId}`, boardHealthPoints.cost[cause]);
  await platform.limits.take('board_health_of_person', `${cause}:${actor.userId}`, boardHealthPoints.cost[cause]);
  const rows = pages.map((page) => ({
    install_id: installId,
    id: uuidv7(),
    cause,
    ext_version: extVersion,
    board: page.board,
    config_version: page.configVersion,
    source: page.source,
    layout: page.layout,
    state: page.state,
    rows_seen: page.rowsSeen,
    rows_read: page.rowsRead,
    attach_ms: page.attachMs,
    flush_p95_ms: page.flushP95Ms,
    mutation_storms: page.mutationStorms,
    missing_containers: page.missingContainers,
    is_regressed: page.isRegressed,
    fields: JSON.stringify(page.fields),
  }));
  await platform.db.global.insertInto('board_health').values(rows).execute();
}
