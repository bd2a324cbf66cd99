import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import type { EmailTemplate } from '@headhaul/contracts/mail/templates';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconPlus, IconStar, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { notify } from '../../shared/notify.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { StatePill } from '../../shared/ui/state-pill.tsx';
import { MailboxFigures } from '../email-accounts/mailbox-figures.public.tsx';
import { formatCount, formatPause, isPaused, mailboxState } from '../email-accounts/mailbox-labels.public.ts';
import { accountsPath, newTemplatePath, templatePath } from '../emails/paths.public.ts';
import { emailTemplatesApi } from './email-templates.api.ts';
import classes from './template-rail.module.css';

interface TemplateRailProps {
  account: EmailAccount;
  accounts: readonly EmailAccount[];
  templates: readonly EmailTemplate[];
  openId: string | null;
}

/** The mailbox's other templates, the state of the mailbox, and other mailboxes that are paused. */
export function TemplateRail({ account, accounts, templates, openId }: TemplateRailProps) {
  const now = useNow();
  const zone = useOfficeZone();
  const state = mailboxState(account, now);
  const full = accounts.filter((one) => one.id !== account.id && isPaused(one.health, now));
  return (
    <aside className={classes.rail} aria-label="Templates and mailbox">
      <Templates accountId={account.id} templates={templates} openId={openId} />
      <section className={classes.card} aria-label="Mailbox health">
        <div className={classes.head}>
          <h2>Mailbox health</h2>
          <StatePill words={state.words} tone={state.tone} />
        </div>
        <p className={classes.line}>{account.address}</p>
        <MailboxFigures account={account} now={now} />
      </section>
      {full.map((one) => (
        <section key={one.id} className={classes.card} data-tone="need" aria-label={one.address}>
          <div className={classes.head}>
            <b>{one.address}</b>
            <span>
              {formatCount(one.health.sentLast24h)} / {formatCount(one.health.dailyCap)}
            </span>
          </div>
          <p className={classes.full}>{formatPause(one, now, zone)}</p>
        </section>
      ))}
      <Button component={Link} to={accountsPath} variant="default" leftSection={<IconPlus size={16} stroke={1.75} />}>
        Connect another mailbox
      </Button>
    </aside>
  );
}

function Templates({ accountId, templates, openId }: { accountId: string; templates: readonly EmailTemplate[]; openId: string | null }) {
  const navigate = useNavigate();
  const [makeDefault] = emailTemplatesApi.useMakeDefaultTemplateMutation();
  const [remove, removing] = emailTemplatesApi.useDeleteTemplateMutation();
  const [asked, setAsked] = useState<EmailTemplate | null>(null);

  const makeUsual = async (template: EmailTemplate) => {
    const { error } = await makeDefault({ params: { templateId: template.id } });
    if (error === undefined) notify('success', `“${template.name}” is used where none is chosen`);
  };
  const confirm = async () => {
    if (asked === null) return;
    const { error } = await remove({ params: { templateId: asked.id } });
    if (error !== undefined) return;
    setAsked(null);
    notify('success', `“${asked.name}” is deleted`);
    if (asked.id === openId) void navigate(templatePath(accountId), { replace: true });
  };

  return (
    <section className={classes.card} aria-labelledby="templates-title">
      <div className={classes.head}>
        <h2 id="templates-title">Templates</h2>
        <Link to={newTemplatePath(accountId)} className={classes.new}>
          <IconPlus size={15} stroke={2} aria-hidden="true" />
          New
        </Link>
      </div>
      {templates.length === 0 ? <p className={classes.line}>This one becomes the first.</p> : null}
      <ul className={classes.list}>
        {templates.map((template) => (
          <li key={template.id} data-open={template.id === openId || undefined}>
            <Link to={templatePath(accountId, template.id)} aria-current={template.id === openId ? 'true' : undefined}>
              <b>{template.name}</b>
              <span>
                {[
                  template.isDefault ? 'Default' : null,
                  template.isValid ? null : 'Can’t be sent yet',
                  template.sent === 0 ? 'not used yet' : `${formatCount(template.sent)} sent`,
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </span>
            </Link>
            <Menu position="bottom-end" width={190}>
              <Menu.Target>
                <ActionIcon className={classes.more} aria-label={`What to do with ${template.name}`}>
                  <IconDots size={16} stroke={1.75} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconCopy size={16} stroke={1.75} />}
                  onClick={() => void navigate(newTemplatePath(accountId, template.id))}
                >
                  Duplicate
                </Menu.Item>
                {template.isDefault ? null : (
                  <Menu.Item leftSection={<IconStar size={16} stroke={1.75} />} onClick={() => void makeUsual(template)}>
                    Make default
                  </Menu.Item>
                )}
                {template.isDefault && templates.length > 1 ? null : (
                  <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => setAsked(template)}>
                    Delete
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== null}
        title={`Delete “${asked?.name ?? ''}”?`}
        action="Delete"
        tone="danger"
        isBusy={removing.isLoading}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(null)}
      >
        <p>Mails that were sent with it stay in your list of sent mail. The template itself can’t be brought back.</p>
      </ConfirmDialog>
    </section>
  );
}
