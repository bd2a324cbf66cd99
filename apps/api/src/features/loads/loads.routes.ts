import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { getLoadCounts } from './list/counts.service.ts';
import { getLoadTotals, listLoads } from './list/list.service.ts';
import { listEditing, tellEditing } from './read/editing.service.ts';
import { listLoadEvents } from './read/history.service.ts';
import { listOwnPlaces } from './read/own-places.service.ts';
import { getLoad } from './read/read.service.ts';
import { changeLoadStatus, changeManyStatuses, markTonu } from './status/status.service.ts';
import { setStopTimes } from './status/stop-times.service.ts';
import { deleteLoad, restoreLoad } from './status/trash.service.ts';
import { undoLoadStatus } from './status/undo.service.ts';
import { assignLoad } from './write/assignment.service.ts';
import { createLoad } from './write/create-load.service.ts';
import { addFee, changeFee, removeFee } from './write/fees.service.ts';
import { addNote, removeNote } from './write/notes.service.ts';
import { updateLoad } from './write/update-load.service.ts';

export function loadRoutes(app: App): void {
  implement(app, loadEndpoints, {
    listLoads: signedIn(({ ctx, query }) => listLoads(ctx, query)),
    getLoadTotals: signedIn(({ ctx, query }) => getLoadTotals(ctx, query)),
    getLoadCounts: signedIn(({ ctx }) => getLoadCounts(ctx)),
    createLoad: signedIn(({ ctx, body }) => createLoad(ctx, body)),
    getLoad: signedIn(({ ctx, params }) => getLoad(ctx, params.id)),
    updateLoad: signedIn(({ ctx, params, query, body }) => updateLoad(ctx, params.id, query.version, body)),
    deleteLoad: signedIn(({ ctx, params }) => deleteLoad(ctx, params.id)),
    restoreLoad: signedIn(({ ctx, params, query }) => restoreLoad(ctx, params.id, query)),
    changeLoadStatus: signedIn(({ ctx, params, body }) => changeLoadStatus(ctx, params.id, body)),
    markTonu: signedIn(({ ctx, params, body }) => markTonu(ctx, params.id, body)),
    undoLoadStatus: signedIn(({ ctx, params, query }) => undoLoadStatus(ctx, params.id, query.movedAt)),
    changeManyStatuses: signedIn(({ ctx, body }) => changeManyStatuses(ctx, body)),
    assignLoad: signedIn(({ ctx, params, body }) => assignLoad(ctx, params.id, body)),
    setStopTimes: signedIn(({ ctx, params, body }) => setStopTimes(ctx, params, body)),
    addFee: signedIn(({ ctx, params, body }) => addFee(ctx, params.id, body)),
    changeFee: signedIn(({ ctx, params, body }) => changeFee(ctx, params, body)),
    removeFee: signedIn(({ ctx, params }) => removeFee(ctx, params)),
    addNote: signedIn(({ ctx, params, body }) => addNote(ctx, params.id, body)),
    removeNote: signedIn(({ ctx, params }) => removeNote(ctx, params)),
    listLoadEvents: signedIn(({ ctx, params, query }) => listLoadEvents(ctx, params.id, query)),
    tellEditing: signedIn(({ ctx, params, body }) => tellEditing(ctx, params.id, body.isEditing)),
    listEditing: signedIn(({ ctx }) => listEditing(ctx)),
    listOwnPlaces: signedIn(({ ctx, query }) => listOwnPlaces(ctx, query)),
  });
}
