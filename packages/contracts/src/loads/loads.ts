import { z } from 'zod';
import { empty, endpoints } from '../http/endpoint.ts';
import { Flag, Instant } from '../http/field.ts';
import { FeeInput } from './fees.ts';
import { AssignmentInput, LoadInput, StatusInput, TonuInput } from './input.ts';
import { LoadCounts, LoadFilters, LoadListQuery, LoadPage, LoadTotals } from './list.ts';
import { Load, LoadEvent, LoadRow, NoteKind, StopKind } from './record.ts';

const LoadParams = z.object({ id: z.uuid() });

const FeeParams = z.object({ id: z.uuid(), feeId: z.uuid() });

const BulkResult = z.object({
  done: z.array(LoadRow),
  refused: z.array(z.object({ id: z.uuid(), loadNumber: z.string(), why: z.string() })),
});

/** For a driver the API also plans the trip. */
const costOfSave = ({ body }: { body: LoadInput }) => (body.driverId == null || body.asDraft === true ? 3 : 6);

export const loadEndpoints = endpoints({
  listLoads: {
    method: 'GET',
    path: '/loads',
    summary: 'Loads, filtered and sorted, page by page',
    isCompressed: true,
    query: LoadListQuery,
    cost: ({ query }: { query: LoadListQuery }) => 1 + query.limit / 100 + (query.search ? 4 : 0),
    reply: LoadPage,
  },
  getLoadTotals: {
    method: 'GET',
    path: '/loads/totals',
    summary: 'Totals of a filtered list',
    query: LoadFilters,
    cost: 5,
    reply: LoadTotals,
  },
  getLoadCounts: { method: 'GET', path: '/loads/counts', summary: 'How many loads each standing view has', cost: 3, reply: LoadCounts },
  createLoad: { method: 'POST', path: '/loads', summary: 'Book a load, or keep a draft', body: LoadInput, cost: costOfSave, reply: Load },
  getLoad: { method: 'GET', path: '/loads/{id}', summary: 'One load with all it has', params: LoadParams, reply: Load },
  updateLoad: {
    method: 'PUT',
    path: '/loads/{id}',
    summary: 'Change a load; 412 with the other person’s version when it changed meanwhile',
    cost: costOfSave,
    params: LoadParams,
    query: z.object({ version: z.coerce.number().int().min(1) }),
    body: LoadInput,
    reply: Load,
  },
  deleteLoad: { method: 'DELETE', path: '/loads/{id}', summary: 'Move a load to the trash', params: LoadParams, cost: 2, reply: empty },
  restoreLoad: {
    method: 'POST',
    path: '/loads/{id}/restore',
    summary: 'Restore a load from the trash, without a driver who is archived by now',
    cost: 2,
    params: LoadParams,
    query: z.object({ confirmDoubleBooking: Flag.optional(), confirmFactor: Flag.optional() }),
    reply: Load,
  },
  changeLoadStatus: {
    method: 'PUT',
    path: '/loads/{id}/status',
    summary: 'Move a load on; 422 with the allowed moves when this one isn’t',
    // For a load that becomes booked the API also plans the driver's trip.
    cost: ({ body }: { body: StatusInput }) => (body.newStatus === 'BOOKED' ? 5 : 2),
    params: LoadParams,
    body: StatusInput,
    reply: Load,
  },
  markTonu: {
    method: 'PUT',
    path: '/loads/{id}/status/tonu',
    summary: 'Truck ordered, not used: the new rate and RC replace the old ones, which are kept',
    cost: 2,
    params: LoadParams,
    body: TonuInput,
    reply: Load,
  },
  undoLoadStatus: {
    method: 'POST',
    path: '/loads/{id}/status/undo',
    summary: 'Take the last change of status back, within 24 hours; 412 when it is not the named one',
    cost: 2,
    params: LoadParams,
    /** The `statusChangedAt` that the move gave the load, so that the undo does not take back a later move by somebody else. */
    query: z.object({ movedAt: Instant.optional() }),
    reply: Load,
  },
  changeManyStatuses: {
    method: 'POST',
    path: '/loads/status',
    summary: 'Move several loads; each one that can’t is named with its reason',
    // Also for planning the trips of two hundred loads that become booked. Long plans of their drivers are paid when they are known.
    cost: 25,
    body: StatusInput.extend({ ids: z.array(z.uuid()).min(1).max(200) }),
    reply: BulkResult,
  },
  assignLoad: {
    method: 'PUT',
    path: '/loads/{id}/assignment',
    summary: 'Assign a load to a driver, or unassign it',
    // With `anyway` the API also plans the driver's trip.
    cost: ({ body }: { body: AssignmentInput }) => (body.anyway === undefined ? 2 : 5),
    params: LoadParams,
    body: AssignmentInput,
    reply: Load,
  },
  setStopTimes: {
    method: 'PUT',
    path: '/loads/{id}/stops/{stopId}/times',
    summary: 'When the truck came and left',
    cost: 2,
    params: z.object({ id: z.uuid(), stopId: z.uuid() }),
    body: z
      .strictObject({ arrivedAt: Instant.nullable(), departedAt: Instant.nullable() })
      .refine(
        ({ arrivedAt, departedAt }) => departedAt === null || (arrivedAt !== null && Date.parse(arrivedAt) <= Date.parse(departedAt)),
        {
          path: ['departedAt'],
          message: 'It left after it came',
        },
      ),
    reply: Load,
  },
  addFee: { method: 'POST', path: '/loads/{id}/fees', summary: 'Add a fee', params: LoadParams, body: FeeInput, cost: 2, reply: Load },
  changeFee: {
    method: 'PUT',
    path: '/loads/{id}/fees/{feeId}',
    summary: 'Change a fee',
    params: FeeParams,
    body: FeeInput,
    cost: 2,
    reply: Load,
  },
  removeFee: { method: 'DELETE', path: '/loads/{id}/fees/{feeId}', summary: 'Remove a fee', params: FeeParams, cost: 2, reply: Load },
  addNote: {
    method: 'POST',
    path: '/loads/{id}/notes',
    summary: 'Write a note',
    cost: 2,
    params: LoadParams,
    body: z.strictObject({ kind: NoteKind.default('DISPATCH'), body: z.string().trim().min(1, 'Write the note').max(4000) }),
    reply: Load,
  },
  removeNote: {
    method: 'DELETE',
    path: '/loads/{id}/notes/{noteId}',
    summary: 'Remove a note of your own',
    cost: 2,
    params: z.object({ id: z.uuid(), noteId: z.uuid() }),
    reply: Load,
  },
  listLoadEvents: {
    method: 'GET',
    path: '/loads/{id}/history',
    summary: 'What happened to a load, newest first',
    isCompressed: true,
    cost: 2,
    params: LoadParams,
    query: z.object({ cursor: z.string().max(500).optional(), limit: z.coerce.number().int().min(1).max(100).default(50) }),
    reply: z.object({ events: z.array(LoadEvent), nextCursor: z.string().nullable() }),
  },
  tellEditing: {
    method: 'PUT',
    path: '/loads/{id}/editing',
    summary: 'Tell the team that this load is being edited; fades after a minute of silence',
    params: LoadParams,
    body: z.strictObject({ isEditing: z.boolean() }),
    reply: empty,
  },
  listEditing: {
    method: 'GET',
    path: '/loads/editing',
    summary: 'Which loads teammates are editing now',
    reply: z.object({ editing: z.array(z.object({ loadId: z.uuid(), userId: z.uuid(), name: z.string() })) }),
  },
  listOwnPlaces: {
    method: 'GET',
    path: '/loads/places',
    summary: 'Places this company has stopped at, most used first, for the form’s suggestions',
    isCompressed: true,
    cost: 2,
    query: z.object({ search: z.string().trim().max(100).default(''), kind: StopKind.optional() }),
    reply: z.object({
      places: z.array(
        z.object({
          city: z.string(),
          state: z.string(),
          zip: z.string().nullable(),
          facility: z.string().nullable(),
          address: z.string().nullable(),
          timeZone: z.string(),
          stops: z.int(),
        }),
      ),
    }),
  },
});
