import { randomUUID } from 'node:crypto';
import { emailTemplateEndpoints } from '@headhaul/contracts/mail/templates';
import { type Member, teammateOf } from './actors.ts';
import { mailboxId } from './mailbox-rules.ts';
import type { Cell, Rule } from './rule.ts';

const object = { foreign: 404, deleted: 404, absent: 404, private: 404 };
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const template = { subject: 'Load', htmlBody: '<p>Hi</p>', signature: '<p>Pat</p>', ccEmail: '' };

/** Every mailbox has a template whose id is the user id of the mailbox's owner. */
function templateId({ state, actor, world, person }: Cell): string {
  if (state === 'private') return teammateOf(world.home, actor).userId;
  if (state === 'absent') return randomUUID();
  if (state === 'deleted') return world.home.removed.userId;
  return state === 'foreign' ? world.foreign.owner.userId : (person ?? world.home.owner).userId;
}

/** All values are ours, so they may be written into the SQL text. */
export function templateSql(companyId: string, mark: string, { userId, membershipId }: Member): string {
  return `insert into email_templates (company_id, id, account_id, name, is_default, subject, html_body, has_text)
    values ('${companyId}', '${userId}', '${membershipId}', '${mark}', true, '${mark}', '<p>${mark}</p>', true);`;
}

const picture = () => ({ body: { file: new Blob([Buffer.from(onePixel, 'base64')]) } });

async function pictureUrl(cell: Cell): Promise<string> {
  if (cell.state !== 'own') return `http://localhost/i/${randomUUID()}.png`;
  const { status, body } = await cell.call(emailTemplateEndpoints.uploadSignatureImage, picture());
  return status === 200 ? body : 'none';
}

const ofMailbox = (body?: object): Rule => ({
  guard: 'member',
  ask: (cell) => ({ params: { id: mailboxId(cell) }, ...(body ? { body } : {}) }),
  answers: object,
});
const ofTemplate = (body?: object): Rule => ({
  guard: 'member',
  ask: (cell) => ({ params: { templateId: templateId(cell) }, ...(body ? { body } : {}) }),
  answers: object,
});

export const templateRules: Record<string, Rule> = {
  getTemplate: ofMailbox(),
  saveTemplate: ofMailbox(template),
  listTemplates: ofMailbox(),
  createTemplate: ofMailbox({ ...template, name: 'Second' }),
  getOneTemplate: ofTemplate(),
  updateTemplate: ofTemplate({ ...template, name: 'First', version: 1 }),
  makeDefaultTemplate: ofTemplate(),
  deleteTemplate: ofTemplate(),
  getSignature: ofMailbox(),
  saveSignature: ofMailbox({ signature: '<p>Pat</p>' }),
  prefillSignature: { guard: 'member' },
  uploadSignatureImage: { guard: 'member', ask: picture },
  deleteSignatureImage: {
    guard: 'member',
    ask: async (cell) => ({ query: { imageUrl: await pictureUrl(cell) } }),
    answers: { foreign: 404, deleted: 404, absent: 404 },
  },
};
