import { randomUUID } from 'node:crypto';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { challengeOf, randomSecret } from '../lib/people.ts';
import { type Company, teammateOf } from './actors.ts';
import { emailRules } from './email-rules.ts';
import { mailboxRules } from './mailbox-rules.ts';
import { officeRules, postingRules } from './office-rules.ts';
import type { Cell, Rule } from './rule.ts';
import { templateRules } from './template-rules.ts';

const object = { foreign: 404, deleted: 404, absent: 404 };
const alike = (status: number) => ({ own: status, foreign: status, deleted: status, absent: status });
const webOrigin = 'http://localhost:5173';
const redirectTo = 'http://localhost:5173/oauth/login';
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

function companyOf({ world, state }: Cell): Company {
  return state === 'foreign' ? world.foreign : world.home;
}

/** A membership that is never the actor's own, so that an allowed request has an effect. */
function memberId(cell: Cell): string {
  if (cell.state === 'absent') return randomUUID();
  if (cell.state === 'deleted') return cell.world.home.removed.membershipId;
  return teammateOf(companyOf(cell), cell.actor).membershipId;
}

/** Every member may see what they would leave behind. */
function departingId(cell: Cell): string {
  return cell.state === 'own' && cell.person ? cell.person.membershipId : memberId(cell);
}

function sessionId(cell: Cell): string {
  if (cell.state === 'absent') return randomUUID();
  if (cell.state === 'deleted') return cell.world.home.endedSessionId;
  if (cell.state === 'foreign') return cell.world.foreign.owner.sessionId;
  return cell.person?.sessionId ?? cell.world.home.owner.sessionId;
}

function invitedEmail(cell: Cell): string {
  if (cell.state === 'absent') return 'nobody@proof.example';
  return cell.state === 'deleted' ? cell.world.home.cancelledEmail : companyOf(cell).waitingEmail;
}

async function exchangeBody(cell: Cell) {
  const { code, verifier } = await cell.issueCode();
  if (cell.state === 'absent') return { code: randomSecret(), verifier };
  // For another person's code the actor does not know the verifier.
  if (cell.state === 'foreign') return { code, verifier: randomSecret() };
  if (cell.state === 'deleted') await cell.call(sessionEndpoints.exchangeCode, { body: { code, verifier } });
  return { code, verifier };
}

const company = {
  name: 'Proof freight',
  mc: null,
  dot: null,
  address: null,
  phone: null,
  timeZone: 'America/Chicago',
  weekStartsOn: 'MONDAY',
  weekCountsBy: 'DELIVERY',
};

const rates = {
  floorPerMileCents: 190,
  floorNetPerDayCents: null,
  targetPerMileCents: 250,
  targetNetPerDayCents: null,
  askMarginBps: 1_000,
  detentionPerHourCents: null,
  isFactored: false,
  factoringFeeBps: null,
  driverPay: null,
  mpgLoaded: 6.5,
  mpgEmpty: 7.5,
  fixedCostPerDayCents: null,
};

const boardHealth = {
  installId: randomUUID(),
  extVersion: '0.1.0',
  cause: 'STATE',
  pages: [
    {
      board: 'demo',
      configVersion: 1,
      source: 'BUNDLED',
      layout: null,
      state: 'DEGRADED',
      rowsSeen: 0,
      rowsRead: 0,
      attachMs: null,
      flushP95Ms: null,
      mutationStorms: 0,
      missingContainers: 1,
      isRegressed: false,
      fields: {},
    },
  ],
};

/** Keys are the names in the contracts. The proof fails if a route is missing here. */
export const rules: Record<string, Rule> = {
  authorize: {
    guard: 'open',
    ask: () => ({
      query: { provider: 'google', redirectTo: 'http://localhost:5173/oauth/callback', challenge: challengeOf(randomSecret()) },
    }),
  },
  oauthCallback: { guard: 'open', ask: () => ({ params: { provider: 'google' }, query: { state: 'x', code: 'x' } }) },
  exchangeCode: {
    guard: 'open',
    ask: async (cell) => ({ body: await exchangeBody(cell) }),
    answers: { foreign: 400, deleted: 400, absent: 400 },
  },
  refreshToken: {
    guard: 'open',
    ask: async (cell) => ({ body: { refreshToken: await cell.refreshToken() } }),
    answers: { own: 200, foreign: 401, deleted: 401, absent: 401 },
  },
  createHandoffCode: { guard: 'member', ask: () => ({ body: { challenge: challengeOf(randomSecret()) } }) },
  confirmPerson: { guard: 'member', ask: () => ({ body: { code: randomSecret(), verifier: randomSecret() } }), answers: alike(400) },
  checkFresh: { guard: 'member' },
  sendEmailCode: { guard: 'member' },
  getEmailCode: { guard: 'member' },
  confirmEmailCode: { guard: 'member', ask: () => ({ body: { digits: '123456' } }), answers: alike(400) },
  logout: { guard: 'member' },
  getMe: { guard: 'member' },
  streamEvents: { guard: 'member' },

  listTeamMembers: { guard: 'member', ask: (cell) => ({ query: { search: cell.state === 'foreign' ? cell.world.foreign.mark : '' } }) },
  inviteTeamMembers: { guard: 'owner', ask: () => ({ body: { emails: [`${randomUUID()}@proof.example`] } }) },
  resendInvite: { guard: 'owner', ask: (cell) => ({ body: { email: invitedEmail(cell) } }), answers: object },
  changeTeamMember: {
    guard: 'owner',
    ask: (cell) => ({ params: { id: memberId(cell) }, body: { canManageBilling: true } }),
    answers: object,
  },
  makeOwner: { guard: 'owner', ask: (cell) => ({ params: { id: memberId(cell) } }), answers: object },
  removeTeamMember: { guard: 'owner', ownWantsFresh: true, ask: (cell) => ({ params: { id: memberId(cell) } }), answers: object },
  getDeparture: { guard: 'member', ask: (cell) => ({ params: { id: departingId(cell) } }), answers: object },
  removeAndHandOver: { guard: 'owner', ask: (cell) => ({ params: { id: memberId(cell) }, body: {} }), answers: object },
  leaveTeam: { guard: 'member', refusesOwner: true, ask: () => ({ body: {} }) },
  getTeamLink: { guard: 'owner', ask: () => ({ query: { redirectTo } }) },
  rotateTeamLink: { guard: 'owner', ask: () => ({ query: { redirectTo } }) },
  joinByLink: {
    guard: 'member',
    ask: async (cell) => ({ query: { inviteToken: await cell.linkToken() } }),
    // Anybody may join by a valid link of another team. That is its purpose.
    answers: { foreign: 200, deleted: 404, absent: 404 },
    namesInviter: true,
  },
  acceptInvitation: {
    guard: 'member',
    ask: async (cell) => ({ query: { token: await cell.mailToken() } }),
    answers: { foreign: 403, deleted: 404, absent: 404 },
    namesInviter: true,
  },
  getEndedInvite: {
    guard: 'member',
    ask: async (cell) => ({ query: { token: await cell.mailToken() } }),
    // It tells why an invite has ended, and nothing of one that works.
    answers: { own: 404, foreign: 404, absent: 404 },
    namesInviter: true,
  },
  askForInvite: {
    guard: 'member',
    ask: async (cell) => ({ query: { token: await cell.mailToken() } }),
    // Whoever has an invite, also one that ended, may ask the team that made it.
    answers: { absent: 404 },
    namesInviter: true,
  },
  previewInvite: {
    guard: 'open',
    ask: async (cell) => ({ query: { token: await cell.linkToken() } }),
    answers: { foreign: 200, deleted: 404, absent: 404 },
    namesInviter: true,
  },

  getMyCompany: { guard: 'member' },
  updateMyCompany: { guard: 'owner', ask: () => ({ body: company }) },
  getRates: { guard: 'member' },
  updateRates: { guard: 'owner', ask: () => ({ body: rates }) },
  uploadLogo: { guard: 'owner', ask: () => ({ body: { file: new Blob([Buffer.from(onePixel, 'base64')]) } }) },
  removeLogo: { guard: 'owner' },
  listAudit: { guard: 'owner' },

  getProfile: { guard: 'member' },
  updateProfile: { guard: 'member', ask: () => ({ body: { name: 'Pat', familyName: '', phone: null, timeZone: null } }) },
  completeSetup: { guard: 'member' },
  listSessions: { guard: 'member' },
  listSignIns: { guard: 'member' },
  endSignIn: { guard: 'member', ask: (cell) => ({ params: { id: sessionId(cell) } }), answers: object },
  endOtherSignIns: { guard: 'member' },
  confirmSignIn: { guard: 'member', ask: (cell) => ({ params: { id: sessionId(cell) } }), answers: object },
  endSession: { guard: 'member', ask: (cell) => ({ params: { id: sessionId(cell) } }), answers: object },
  switchCompany: {
    guard: 'member',
    ask: async (cell) => ({ body: { companyId: cell.state === 'own' ? cell.world.home.id : await cell.otherCompanyId() } }),
    answers: object,
  },
  exportMyData: { guard: 'member' },
  deleteAccount: { guard: 'member', ask: (cell) => ({ body: { email: cell.person?.email ?? '' } }), refusesOwner: true },

  // The same for everybody, because places belong to no company.
  getCoordinates: { guard: 'member', ask: () => ({ query: { address: 'Omaha, NE' } }) },
  measureRoutes: {
    guard: 'member',
    ask: () => ({
      body: {
        routes: [
          {
            stops: [
              { lat: 41.26, lng: -95.94 },
              { lat: 41.88, lng: -87.63 },
            ],
          },
        ],
      },
    }),
  },
  // Public facts, the same for everybody.
  getDieselPrices: { guard: 'member' },
  listBoardPacks: { guard: 'open' },
  // Nobody has published this version.
  getBoardPack: { guard: 'open', ask: () => ({ params: { board: 'demo', version: 2_000_000_000 } }), answers: alike(404) },
  sendBoardHealth: { guard: 'extension', ask: () => ({ body: boardHealth }) },
  lookUpBroker: { guard: 'member', ask: () => ({ query: { mc: '428816' } }), needsPlan: true },
  locatePlaces: { guard: 'member', ask: () => ({ body: { addresses: ['Omaha, NE'] } }) },
  searchPlaces: { guard: 'member', ask: () => ({ query: { search: 'oma' } }) },

  ...officeRules,
  ...postingRules,
  ...mailboxRules,
  ...templateRules,
  ...emailRules,

  getBillingInfo: { guard: 'member' },
  getSubscription: { guard: 'member' },
  startCheckout: { guard: 'owner', ask: () => ({ body: { successUrl: `${webOrigin}/a`, cancelUrl: `${webOrigin}/b` } }) },
  // No company here is a Stripe customer yet.
  openPortal: { guard: 'owner', ask: () => ({ body: { returnUrl: webOrigin } }), answers: alike(422) },
  getStatusMessage: { guard: 'member' },
  // Only a message with Stripe's signature is accepted.
  receiveStripeEvent: { guard: 'open', ask: (cell) => ({ body: { id: 'evt_1', customer: companyOf(cell).mark } }), answers: alike(400) },
  getMyPlan: { guard: 'member' },
  getStorage: { guard: 'member' },
  useFeature: { guard: 'member', ask: () => ({ query: { feature: 'brokerLookupsPerDay' } }), needsPlan: true },

  getAdminBilling: { guard: 'admin', namesEveryCompany: true },

  sendFeedback: { guard: 'open', ask: () => ({ body: { type: 'DELETION', feedback: 'Other', comment: 'x' } }) },
};
