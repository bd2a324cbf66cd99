import { z } from 'zod';
import { empty, endpoints } from './http/endpoint.ts';

export const ViewScreen = z.enum(['LOADS', 'DRIVERS', 'BROKERS']);

/** A named set of filters with its columns, for one person or the whole team. */
export const SavedView = z.object({
  id: z.uuid(),
  screen: ViewScreen,
  name: z.string(),
  /** The query part of the screen's address, as the screen reads and writes it. */
  query: z.string(),
  columns: z.array(z.string()),
  isShared: z.boolean(),
  isMine: z.boolean(),
});
export type SavedView = z.infer<typeof SavedView>;

export const SavedViewInput = z.strictObject({
  screen: ViewScreen,
  name: z.string().trim().min(1, 'Name the view').max(60),
  query: z.string().max(2000),
  columns: z.array(z.string().max(40)).max(40).default([]),
  isShared: z.boolean().default(false),
});

const Params = z.object({ id: z.uuid() });

export const savedViewEndpoints = endpoints({
  listViews: {
    method: 'GET',
    path: '/saved-views',
    summary: 'My views and the team’s',
    cost: 2,
    query: z.object({ screen: ViewScreen.optional() }),
    reply: z.object({ views: z.array(SavedView) }),
  },
  createView: { method: 'POST', path: '/saved-views', summary: 'Save a view', body: SavedViewInput, reply: SavedView },
  updateView: {
    method: 'PUT',
    path: '/saved-views/{id}',
    summary: 'Change a view of mine',
    params: Params,
    body: SavedViewInput,
    reply: SavedView,
  },
  deleteView: { method: 'DELETE', path: '/saved-views/{id}', summary: 'Remove a view of mine', params: Params, reply: empty },
});
