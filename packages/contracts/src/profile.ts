import { z } from 'zod';
import { freshMinutes } from './constants.ts';
import { empty, endpoints, file } from './http/endpoint.ts';
import { Audience } from './session.ts';

const instant = z.iso.datetime({ offset: true });

export const Profile = z.object({
  name: z.string(),
  familyName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  timeZone: z.string().nullable(),
  /** The companies this person works in. A session is in one of them at a time. */
  companies: z.array(z.object({ id: z.uuid(), name: z.string(), isCurrent: z.boolean() })),
});
export type Profile = z.infer<typeof Profile>;

export const ProfileInput = z.strictObject({
  name: z.string().trim().min(1, 'Your name is shown to your team').max(200),
  familyName: z.string().trim().max(200),
  phone: z
    .string()
    .trim()
    .max(40)
    .nullable()
    .transform((value) => (value === '' ? null : value)),
  timeZone: z
    .string()
    .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'Choose a time zone')
    .nullable(),
});
export type ProfileInput = z.infer<typeof ProfileInput>;

export const OpenSession = z.object({
  id: z.uuid(),
  audience: Audience,
  device: z.string(),
  createdAt: instant,
  lastActiveAt: instant,
  isCurrent: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

export const profileEndpoints = endpoints({
  getProfile: { method: 'GET', path: '/users/me/profile', summary: 'My profile', cost: 2, reply: Profile },
  updateProfile: { method: 'PUT', path: '/users/me/profile', summary: 'Change my profile', body: ProfileInput, cost: 2, reply: Profile },
  completeSetup: { method: 'POST', path: '/users/me/setup-completed', summary: 'Setup is done or skipped to its end', reply: empty },
  listSessions: {
    method: 'GET',
    path: '/users/me/sessions',
    summary: 'Where I am signed in',
    reply: z.object({ sessions: z.array(OpenSession) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/users/me/sessions/{id}',
    summary: 'Sign out there',
    params: z.object({ id: z.uuid() }),
    reply: empty,
  },
  switchCompany: {
    method: 'POST',
    path: '/users/me/company',
    summary: 'Work in another company I belong to',
    body: z.strictObject({ companyId: z.uuid() }),
    reply: empty,
    idempotency: 'none',
  },
  exportMyData: {
    method: 'GET',
    path: '/users/me/export',
    summary: 'Everything kept about me, as an archive of JSON files',
    cost: 60,
    freshWithinMinutes: freshMinutes,
    reply: file,
  },
  deleteAccount: {
    method: 'POST',
    path: '/users/me/delete',
    summary: 'Delete my account for good',
    cost: 9,
    body: z.strictObject({ email: z.string().max(320) }),
    freshWithinMinutes: freshMinutes,
    reply: empty,
    idempotency: 'none',
  },
});
