import type { Purpose } from '../../shared/session/confirm-person.ts';

/** What a fresh sign-in is asked for: the end of "Sign in again to …". Each call that can ask for one has a line, which a test checks. */
const purposes: Record<string, string> = {
  'POST /users/me/delete': 'delete your account',
  'GET /users/me/export': 'export your data',
  'POST /companies/myCompany/exports': 'export all of your company’s data',
  'GET /companies/myCompany/exports/{id}/content': 'download your company’s data',
  'POST /billing/customer-portal': 'change your plan, card and invoices',
  'PUT /user/team-members/{id}': 'change who can manage billing',
  'POST /user/team-members/{id}/make-owner': 'hand the company over',
  'POST /user/team-members/{id}/remove': 'remove this person from the team',
  'DELETE /user/team-members/{id}': 'remove this person from the team',
  'POST /user/team-members/leave': 'leave the team',
  'POST /email-accounts/smtp': 'change the mail server of a mailbox in use',
  'POST /documents/empty-trash': 'delete the files in the trash',
  'GET /admin/billing': 'see other companies’ billing',
};

/** "delete your account". Null for a call that this version does not know. */
export function describePurpose({ method, path }: Purpose): string | null {
  return purposes[`${method} ${path}`] ?? null;
}
