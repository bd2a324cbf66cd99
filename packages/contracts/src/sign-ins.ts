import { z } from 'zod';
import { empty, endpoints } from './http/endpoint.ts';

const instant = z.iso.datetime({ offset: true });

/** A browser in which somebody is signed in to this company, with the extension that was signed in from it. */
export const SignIn = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  /** First and last name, or the email address of a person without a name. */
  name: z.string(),
  isYou: z.boolean(),
  /** This is the caller's own session. */
  isCurrent: z.boolean(),
  /** The user agent that the browser sent. */
  userAgent: z.string(),
  hasExtension: z.boolean(),
  /** The place of the last IP address, if known. */
  place: z.string().nullable(),
  ip: z.string().nullable(),
  signedInAt: instant,
  lastActiveAt: instant,
  /** The person's first sign-in on this device, until somebody confirms that it was them. */
  isNewDevice: z.boolean(),
  isNewPlace: z.boolean(),
});
export type SignIn = z.infer<typeof SignIn>;

const SignInParams = z.object({ id: z.uuid() });

export const signInEndpoints = endpoints({
  listSignIns: {
    method: 'GET',
    path: '/team/sessions',
    summary: 'Where people are signed in: the owner sees the company’s, everybody else their own',
    cost: 3,
    reply: z.object({ signIns: z.array(SignIn) }),
  },
  endSignIn: {
    method: 'POST',
    path: '/team/sessions/{id}/end',
    summary: 'Sign out there, the extension too',
    cost: 2,
    params: SignInParams,
    reply: empty,
  },
  endOtherSignIns: {
    method: 'POST',
    path: '/team/sessions/end-others',
    summary: 'Sign out everywhere but here: the owner for the company, everybody else for themselves',
    cost: 5,
    reply: z.object({ ended: z.int() }),
  },
  confirmSignIn: {
    method: 'POST',
    path: '/team/sessions/{id}/confirm',
    summary: 'It was them: a new device or place is no longer marked',
    params: SignInParams,
    reply: empty,
  },
});
