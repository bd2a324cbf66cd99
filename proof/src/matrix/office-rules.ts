import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { boardFilterEndpoints } from '@headhaul/contracts/boards/filters';
import { dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { documentEndpoints } from '@headhaul/contracts/documents';
import { factoringEndpoints } from '@headhaul/contracts/factoring';
import type { Endpoint } from '@headhaul/contracts/http/endpoint';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { savedViewEndpoints } from '@headhaul/contracts/saved-views';
import { learnedPage } from '@headhaul/domain/testing/learned-page';
import type { z } from 'zod';
import type { Office } from './office.ts';
import type { Cell, Rule } from './rule.ts';

const object = { foreign: 404, deleted: 404, absent: 404 };
/** Objects in the bin or the archive can be opened and restored. */
const binned = { foreign: 404, deleted: 200, absent: 404 };
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const csv =
  'Broker,Pickup city,Pickup state,Pickup date,Delivery city,Delivery state,Delivery date,Rate\nProof,Dallas,TX,2026-11-20,Atlanta,GA,2026-11-21,2000\n';
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

function officeOf({ world, state }: Cell): Office {
  return (state === 'foreign' ? world.foreign : world.home).office;
}

/** The id of an object in the cell's state. */
function pick(cell: Cell, kind: keyof Office, deleted: keyof Office | undefined = undefined): string {
  if (cell.state === 'absent') return randomUUID();
  if (cell.state !== 'deleted') return officeOf(cell)[kind];
  return deleted === undefined ? randomUUID() : officeOf(cell)[deleted];
}

const load = (cell: Cell) => ({ id: pick(cell, 'load', 'deletedLoad') });
const driver = (cell: Cell) => ({ id: pick(cell, 'driver', 'archivedDriver') });
const view = { screen: 'LOADS', name: 'Proof', query: '' };
const boardFilter = { name: 'Proof', rules: [{ kind: 'HIDE_EMAILED' }], onUnknown: 'KEEP', action: 'DIM' };
const fee = { type: 'LAYOVER', brokerAmountCents: 100 };
const profitDraft = {
  stops: [
    { kind: 'PICKUP', city: 'Dallas', state: 'TX' },
    { kind: 'DELIVERY', city: 'Atlanta', state: 'GA' },
  ],
  equipment: 'DRY_VAN',
  linehaulCents: 100_000,
};

/** A load on a board. The extension's session may ask about it, whoever the person is. */
const posting = {
  board: 'demo',
  origin: { city: 'Dallas', state: 'TX' },
  destination: { city: 'Atlanta', state: 'GA' },
  equipment: ['VAN'],
  rateCents: 100_000,
  brokerName: 'Proof Freight',
};

/** The broker, if any, is the asking company's own: of another's nothing is found. */
export const postingRules: Record<string, Rule> = {
  findPostedBrokers: { guard: 'extension', ask: () => ({ body: { brokers: [{ name: posting.brokerName }] } }) },
  describePosting: { guard: 'extension', ask: () => ({ body: { name: posting.brokerName, fingerprint: null } }) },
  markPostedBroker: { guard: 'extension', ask: () => ({ body: { name: posting.brokerName, mark: 'PREFERRED' } }) },
  savePosting: {
    guard: 'extension',
    ask: () => ({ body: { load: posting, seenAt: new Date().toISOString(), pickupDay: tomorrow, deliveryDay: tomorrow } }),
  },
  countCall: { guard: 'extension' },
  listBoardDrivers: { guard: 'extension' },
  getRateMarks: { guard: 'extension' },
  getBoardDay: { guard: 'extension' },
};

function loadBody(cell: Cell, driverId: string | null = null) {
  return {
    brokerName: `Broker of ${cell.actor}`,
    stops: [
      { kind: 'PICKUP', city: 'Dallas', state: 'TX', day: tomorrow },
      { kind: 'DELIVERY', city: 'Atlanta', state: 'GA', day: tomorrow },
    ],
    linehaulCents: 100_000,
    driverId,
    // Nobody said where the drivers are.
    anyway: { reason: 'Any driver will do' },
  };
}

/** Creates an object as the actor, for routes that only its creator may use. Undefined if the actor may not create it. */
async function make<T extends z.ZodType>(cell: Cell, endpoint: Endpoint & { reply: T }, parts: object): Promise<z.output<T> | undefined> {
  const { status, body } = await cell.call(endpoint, parts);
  return status === 200 ? endpoint.reply.parse(JSON.parse(body)) : undefined;
}

async function ownNote(cell: Cell): Promise<string> {
  if (cell.state !== 'own') return pick(cell, 'note');
  const made = await make(cell, loadEndpoints.addNote, { params: load(cell), body: { body: 'Mine' } });
  return made?.notes[0]?.id ?? randomUUID();
}

async function ownView(cell: Cell): Promise<string> {
  if (cell.state !== 'own') return pick(cell, 'view');
  return (await make(cell, savedViewEndpoints.createView, { body: { ...view, name: 'Mine' } }))?.id ?? randomUUID();
}

/** A filter of the actor's own, because the team's is the owner's to change. */
async function ownBoardFilter(cell: Cell): Promise<string> {
  if (cell.state !== 'own') return pick(cell, 'boardFilter');
  const body = { ...boardFilter, name: 'Mine' };
  return (await make(cell, boardFilterEndpoints.createBoardFilter, { body }))?.id ?? randomUUID();
}

async function ownDocument(cell: Cell): Promise<string> {
  if (cell.state !== 'own') return pick(cell, 'document', 'removedDocument');
  const body = { kind: 'POD', file: new Blob([Buffer.from(onePixel, 'base64')]) };
  return (await make(cell, documentEndpoints.uploadLoadDocument, { params: load(cell), body }))?.id ?? randomUUID();
}

async function ownImport(cell: Cell): Promise<string> {
  if (cell.state !== 'own') return pick(cell, 'import');
  return (await make(cell, dataTransferEndpoints.uploadImport, { body: { file: new Blob([csv]) } }))?.id ?? randomUUID();
}

/** A list needs a factor. An actor who may not set one may not upload a list either. */
async function factorFile(cell: Cell) {
  await cell.call(factoringEndpoints.updateFactoring, { body: { factoringType: 'OTHER', name: 'Proof Factor' } });
  return { listedOn: '2026-11-01', file: new Blob(['Name,Status\nProof,Approved\n']) };
}

async function ownFactorList(cell: Cell): Promise<string> {
  if (cell.state !== 'own') return pick(cell, 'factorList');
  return (await make(cell, factoringEndpoints.uploadFactorList, { body: await factorFile(cell) }))?.id ?? randomUUID();
}

/** The worker makes the export in the background. */
async function ownExport(cell: Cell): Promise<string> {
  if (cell.state !== 'own') return pick(cell, 'export');
  const started = await make(cell, dataTransferEndpoints.startCompanyExport, {});
  if (started === undefined) return randomUUID();
  for (let attempt = 0; attempt < 300; attempt++) {
    const listed = await make(cell, dataTransferEndpoints.listCompanyExports, {});
    if (listed?.exports.find(({ id }) => id === started.id)?.state === 'READY') break;
    await pause(100);
  }
  return started.id;
}

const mapping = {
  brokerName: 0,
  pickupCity: 1,
  pickupState: 2,
  pickupDay: 3,
  deliveryCity: 4,
  deliveryState: 5,
  deliveryDay: 6,
  linehaul: 7,
};
const period = { from: tomorrow, to: tomorrow };
const broker = { name: 'Proof Broker' };

/** Keys are the names in the contracts. */
export const officeRules: Record<string, Rule> = {
  listLoads: { guard: 'member', ask: (cell) => ({ query: { search: cell.world.foreign.mark } }) },
  getLoadTotals: { guard: 'member', ask: (cell) => ({ query: { brokerId: [cell.world.foreign.office.broker] } }) },
  getLoadCounts: { guard: 'member' },
  createLoad: {
    guard: 'member',
    ask: (cell) => ({ body: loadBody(cell, pick(cell, 'driver', 'archivedDriver')) }),
    answers: { foreign: 400, deleted: 400, absent: 400 },
  },
  getLoad: { guard: 'member', ask: (cell) => ({ params: load(cell) }), answers: binned },
  updateLoad: { guard: 'member', ask: (cell) => ({ params: load(cell), query: { version: 1 }, body: loadBody(cell) }), answers: object },
  deleteLoad: { guard: 'member', ask: (cell) => ({ params: load(cell) }), answers: object },
  restoreLoad: { guard: 'member', ask: (cell) => ({ params: load(cell) }), answers: binned },
  changeLoadStatus: { guard: 'member', ask: (cell) => ({ params: load(cell), body: { newStatus: 'CANCELLED' } }), answers: object },
  markTonu: { guard: 'member', ask: (cell) => ({ params: load(cell), body: { newRate: 100 } }), answers: object },
  undoLoadStatus: {
    guard: 'member',
    ask: async (cell) => {
      if (cell.state === 'own') await cell.call(loadEndpoints.changeLoadStatus, { params: load(cell), body: { newStatus: 'CANCELLED' } });
      return { params: load(cell) };
    },
    answers: object,
  },
  changeManyStatuses: {
    guard: 'member',
    ask: (cell) => ({ body: { ids: [load(cell).id], newStatus: 'CANCELLED' } }),
    // The answer names each load that can't be moved.
    answers: { foreign: 200, deleted: 200, absent: 200 },
    leavesForeign: true,
  },
  assignLoad: {
    guard: 'member',
    ask: (cell) => ({ params: load(cell), body: { driverId: cell.world.home.office.driver } }),
    answers: object,
  },
  setStopTimes: {
    guard: 'member',
    ask: (cell) => ({
      params: { ...load(cell), stopId: pick(cell, 'stop') },
      body: { arrivedAt: new Date().toISOString(), departedAt: null },
    }),
    answers: object,
  },
  addFee: { guard: 'member', ask: (cell) => ({ params: load(cell), body: fee }), answers: object },
  changeFee: { guard: 'member', ask: (cell) => ({ params: { ...load(cell), feeId: pick(cell, 'fee') }, body: fee }), answers: object },
  removeFee: { guard: 'member', ask: (cell) => ({ params: { ...load(cell), feeId: pick(cell, 'fee') } }), answers: object },
  addNote: { guard: 'member', ask: (cell) => ({ params: load(cell), body: { body: 'Proof' } }), answers: object },
  removeNote: { guard: 'member', ask: async (cell) => ({ params: { ...load(cell), noteId: await ownNote(cell) } }), answers: object },
  findFits: { guard: 'member', ask: (cell) => ({ body: { loadId: load(cell).id } }), answers: object },
  findProfit: { guard: 'member', ask: (cell) => ({ body: { ...profitDraft, driverId: driver(cell).id } }), answers: binned },
  findPostingProfit: { guard: 'extension', ask: (cell) => ({ body: { load: posting, driverId: driver(cell).id } }), answers: binned },
  findPostingRoute: {
    guard: 'extension',
    ask: (cell) => ({ body: { origin: posting.origin, destination: posting.destination, driverId: driver(cell).id } }),
    answers: binned,
  },
  getLoadProfit: { guard: 'member', ask: (cell) => ({ params: load(cell) }), answers: object },
  // Loads of others are left out of the answer.
  findNets: { guard: 'member', ask: (cell) => ({ body: { loadIds: [load(cell).id] } }) },
  getNetFigures: { guard: 'member', ask: () => ({ query: period }) },
  findEmptyNear: { guard: 'member', ask: () => ({ query: { place: 'Dallas, TX' } }) },
  findLoadFits: { guard: 'member', ask: (cell) => ({ body: { driverIds: [driver(cell).id] } }), answers: object },
  listLoadEvents: { guard: 'member', ask: (cell) => ({ params: load(cell) }), answers: binned },
  tellEditing: { guard: 'member', ask: (cell) => ({ params: load(cell), body: { isEditing: true } }), answers: object },
  listEditing: { guard: 'member' },
  listOwnPlaces: { guard: 'member', ask: (cell) => ({ query: { search: cell.world.foreign.mark } }) },

  listViews: { guard: 'member' },
  listBoardFilters: { guard: 'member' },
  getActiveBoardFilters: { guard: 'member' },
  getBoardFilterChoice: { guard: 'member' },
  chooseBoardFilter: {
    guard: 'member',
    ask: (cell) => ({ body: { filterId: pick(cell, 'boardFilter'), isOn: true } }),
    answers: object,
  },
  createBoardFilter: { guard: 'member', ask: () => ({ body: boardFilter }) },
  updateBoardFilter: {
    guard: 'member',
    ask: async (cell) => ({ params: { id: await ownBoardFilter(cell) }, body: { ...boardFilter, version: 1 } }),
    answers: object,
  },
  deleteBoardFilter: { guard: 'member', ask: async (cell) => ({ params: { id: await ownBoardFilter(cell) } }), answers: object },
  offerTaughtPage: {
    guard: 'extension',
    ask: () => ({ body: { origin: 'https://proof.example', path: '/', learned: learnedPage('proof') } }),
  },
  sendLayoutReport: {
    guard: 'extension',
    ask: () => ({ body: { host: 'loads.example', extVersion: '1.0.0', cause: 'UNKNOWN', outline: 'html\n' } }),
  },
  listAgreedPages: { guard: 'extension' },
  listCompanyPages: { guard: 'member' },
  agreeToPage: { guard: 'owner', ask: (cell) => ({ params: { id: pick(cell, 'taughtPage') } }), answers: object },
  removeCompanyPage: { guard: 'owner', ask: (cell) => ({ params: { id: pick(cell, 'taughtPage') } }), answers: object },
  createView: { guard: 'member', ask: () => ({ body: view }) },
  updateView: { guard: 'member', ask: async (cell) => ({ params: { id: await ownView(cell) }, body: view }), answers: object },
  deleteView: { guard: 'member', ask: async (cell) => ({ params: { id: await ownView(cell) } }), answers: object },

  uploadLoadDocument: {
    guard: 'member',
    ask: (cell) => ({ params: load(cell), body: { kind: 'POD', file: new Blob([Buffer.from(onePixel, 'base64')]) } }),
    answers: object,
  },
  uploadDriverDocument: {
    guard: 'member',
    ask: (cell) => ({ params: driver(cell), body: { kind: 'CDL', file: new Blob([Buffer.from(onePixel, 'base64')]) } }),
    answers: object,
  },
  listDriverDocuments: { guard: 'member', ask: (cell) => ({ params: driver(cell) }), answers: binned },
  getDocumentContent: { guard: 'member', ask: async (cell) => ({ params: { documentId: await ownDocument(cell) } }), answers: object },
  removeDocument: { guard: 'member', ask: async (cell) => ({ params: { documentId: await ownDocument(cell) } }), answers: object },
  emptyTrash: { guard: 'owner' },

  listDrivers: { guard: 'member', ask: (cell) => ({ query: { search: cell.world.foreign.mark } }) },
  getDriver: { guard: 'member', ask: (cell) => ({ params: driver(cell) }), answers: binned },
  createDriver: {
    guard: 'member',
    ask: (cell) => ({ body: { name: 'Proof', teamPartnerId: pick(cell, 'driver', 'archivedDriver') } }),
    answers: { foreign: 400, deleted: 400, absent: 400 },
  },
  updateDriver: {
    guard: 'member',
    ask: (cell) => ({ params: driver(cell), query: { version: 1 }, body: { name: 'Proof' } }),
    answers: { ...object, deleted: 422 },
  },
  deleteDriver: { guard: 'member', ask: (cell) => ({ params: driver(cell) }), answers: { ...object, deleted: 204 } },
  restoreDriver: { guard: 'member', ask: (cell) => ({ params: driver(cell) }), answers: binned },
  changeDriverStatus: {
    guard: 'member',
    ask: (cell) => ({ params: driver(cell), body: { newStatus: 'HOME' } }),
    answers: { ...object, deleted: 422 },
  },

  listBrokers: { guard: 'member', ask: (cell) => ({ query: { search: cell.world.foreign.mark } }) },
  suggestBrokers: { guard: 'member', ask: (cell) => ({ query: { search: cell.world.foreign.mark } }) },
  getBroker: { guard: 'member', ask: (cell) => ({ params: { id: pick(cell, 'broker') } }), answers: object },
  getBrokerRecord: { guard: 'member', ask: (cell) => ({ params: { id: pick(cell, 'broker') } }), answers: object },
  createBroker: { guard: 'member', ask: () => ({ body: broker }) },
  updateBroker: {
    guard: 'member',
    ask: (cell) => ({ params: { id: pick(cell, 'broker') }, query: { version: 1 }, body: broker }),
    answers: object,
  },
  markBroker: { guard: 'member', ask: (cell) => ({ params: { id: pick(cell, 'broker') }, body: { mark: 'PREFERRED' } }), answers: object },

  listFleet: { guard: 'member' },
  createTruck: { guard: 'member', ask: () => ({ body: { number: 'P1' } }) },
  updateTruck: {
    guard: 'member',
    ask: (cell) => ({ params: { id: pick(cell, 'truck', 'removedTruck') }, body: { number: 'P1' } }),
    answers: object,
  },
  deleteTruck: { guard: 'member', ask: (cell) => ({ params: { id: pick(cell, 'truck', 'removedTruck') } }), answers: object },
  createTrailer: { guard: 'member', ask: () => ({ body: { number: 'P1' } }) },
  updateTrailer: {
    guard: 'member',
    ask: (cell) => ({ params: { id: pick(cell, 'trailer', 'removedTrailer') }, body: { number: 'P1' } }),
    answers: object,
  },
  deleteTrailer: { guard: 'member', ask: (cell) => ({ params: { id: pick(cell, 'trailer', 'removedTrailer') } }), answers: object },

  getLoadStats: { guard: 'member', ask: () => ({ query: period }) },
  getLoadStatsByDrivers: { guard: 'member', ask: () => ({ query: period }) },
  getTopLanes: { guard: 'member', ask: () => ({ query: period }) },
  getTopBrokers: { guard: 'member', ask: () => ({ query: period }) },

  uploadImport: { guard: 'member', ask: () => ({ body: { file: new Blob([csv]) } }) },
  listImports: { guard: 'member' },
  getImport: { guard: 'member', ask: async (cell) => ({ params: { id: await ownImport(cell) } }), answers: object },
  previewImport: { guard: 'member', ask: async (cell) => ({ params: { id: await ownImport(cell) }, body: { mapping } }), answers: object },
  startImport: { guard: 'member', ask: async (cell) => ({ params: { id: await ownImport(cell) }, body: { mapping } }), answers: object },
  cancelImport: { guard: 'member', ask: async (cell) => ({ params: { id: await ownImport(cell) } }), answers: object },
  getImportProblems: { guard: 'member', ask: async (cell) => ({ params: { id: await ownImport(cell) } }), answers: object },
  exportLoads: { guard: 'member', ask: (cell) => ({ query: { brokerId: [cell.world.foreign.office.broker] } }) },
  getFactoring: { guard: 'member' },
  updateFactoring: { guard: 'owner', ask: () => ({ body: { factoringType: 'OTHER', name: 'Proof Factor' } }) },
  uploadFactorList: { guard: 'owner', ask: async (cell) => ({ body: await factorFile(cell) }) },
  applyFactorList: { guard: 'owner', ask: async (cell) => ({ params: { id: await ownFactorList(cell) } }), answers: object },
  removeFactorList: { guard: 'owner', ask: async (cell) => ({ params: { id: await ownFactorList(cell) } }), answers: object },
  findBrokerFactor: { guard: 'member', ask: (cell) => ({ query: { brokerId: pick(cell, 'broker') } }), answers: object },
  // The company has no key at its factor.
  checkBrokerFactor: { guard: 'member', ask: (cell) => ({ body: { brokerId: pick(cell, 'broker') } }), answers: { ...object, own: 422 } },
  startCompanyExport: { guard: 'owner' },
  listCompanyExports: { guard: 'owner' },
  getCompanyExportContent: { guard: 'owner', ask: async (cell) => ({ params: { id: await ownExport(cell) } }), answers: object },
  removeCompanyExport: { guard: 'owner', ask: (cell) => ({ params: { id: pick(cell, 'export') } }), answers: object },

  getReferrals: { guard: 'member' },
  sendInvitations: { guard: 'member', ask: () => ({ body: { emails: [`${randomUUID()}@proof.example`] } }) },
  remindInvitation: { guard: 'member', ask: (cell) => ({ params: { id: pick(cell, 'referral') } }), answers: object },
};
