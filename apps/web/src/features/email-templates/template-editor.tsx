import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { type EmailTemplate, TemplateInput } from '@headhaul/contracts/mail/templates';
import { planOf } from '@headhaul/domain/plans';
import { Button } from '@mantine/core';
import { IconHistory, IconSend } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { schemaErrors } from '../../shared/form/form-errors.ts';
import { useKeys } from '../../shared/keyboard/use-hotkeys.ts';
import { SubPageHeader } from '../../shared/list/work-header.tsx';
import { notify } from '../../shared/notify.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { LeaveGuard, savedState } from '../../shared/ui/leave-guard.tsx';
import { useIsMobile } from '../../shared/ui/viewport.ts';
import { accountsPath, templatePath } from '../emails/paths.public.ts';
import { ChipEditor, insertVariable } from './editor/chip-editor.public.tsx';
import { EditorToolbar } from './editor/editor-toolbar.tsx';
import { MailPreview } from './editor/mail-preview.tsx';
import { NeedsCheck } from './editor/needs-check.tsx';
import { checkTemplate } from './editor/template-notes.ts';
import { VariablePalette } from './editor/variable-palette.tsx';
import { wordCount } from './editor/variable-text.public.ts';
import { usePreviewValues } from './preview-values.ts';
import { SignatureCard } from './signature/signature-card.tsx';
import { StaleTemplateDialog } from './template-dialogs.tsx';
import classes from './template-editor.module.css';
import { EnvelopeLines } from './template-envelope.tsx';
import { TemplateRail } from './template-rail.tsx';
import { type EditedTemplate, type TemplateDraft, useSaveTemplate } from './use-save-template.ts';

interface TemplateEditorProps {
  account: EmailAccount;
  accounts: readonly EmailAccount[];
  templates: readonly EmailTemplate[];
  edited: EditedTemplate;
}

/** Edits the template of a mail to brokers. Each load fills in the values. */
export function TemplateEditor({ account, accounts, templates, edited }: TemplateEditorProps) {
  const navigate = useNavigate();
  const session = useSession();
  const isMobile = useIsMobile();
  const { content } = edited;
  const begun: TemplateDraft = { name: edited.name, subject: content.subject, htmlBody: content.htmlBody, ccEmail: content.ccEmail ?? '' };
  const [saved, setSaved] = useState(begun);
  const [draft, setDraft] = useState(begun);
  const [round, setRound] = useState(0);
  const [words, setText] = useState<number | null>(null);
  const [body, setBody] = useState<Editor | null>(null);
  const [active, setActive] = useState<Editor | null>(null);
  const [isCcTouched, setIsCcTouched] = useState(false);
  const ccRef = useRef<HTMLInputElement>(null);
  const preview = usePreviewValues();

  const change = (part: Partial<TemplateDraft>) => setDraft((before) => ({ ...before, ...part }));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const begin = (next: TemplateDraft) => {
    setSaved(next);
    setDraft(next);
    setRound((before) => before + 1);
  };
  const { signature } = content;
  const { save, sendTest, stale, isSaving, isTesting, finish } = useSaveTemplate({ account, edited, signature, loadId: preview.loadId });
  const store = async (version?: number) => {
    const error = schemaErrors(TemplateInput, { ...inputOf(draft), signature });
    if (error.ccEmail !== undefined) {
      setIsCcTouched(true);
      ccRef.current?.focus();
      return notify('warning', 'Check the Cc address.');
    }
    const [wrong] = draft.name.trim() === '' ? ['Enter a template name.'] : Object.values(error);
    if (wrong !== undefined) return notify('warning', wrong);
    const sent = draft;
    const answer = await save(sent, version);
    if (answer === null) return;
    setSaved(sent);
    if (edited.saved === null) void navigate(templatePath(account.id, answer.id), { replace: true, state: savedState });
  };
  useKeys({ 'mod+s': () => void store() });

  const ccError = isCcTouched ? schemaErrors(TemplateInput, { ...inputOf(draft), signature }).ccEmail : undefined;
  const hasWatermark = session !== null && planOf(session.subscriptionType).hasWatermark;
  const parts = useMemo(
    () => ({ subject: draft.subject, htmlBody: draft.htmlBody, signature, hasWatermark }),
    [draft.subject, draft.htmlBody, signature, hasWatermark],
  );
  const check = useMemo(
    () => checkTemplate({ subject: draft.subject, htmlBody: draft.htmlBody, signature }, preview.own),
    [draft.subject, draft.htmlBody, signature, preview.own],
  );
  const actions = (
    <>
      <Button variant="default" leftSection={<IconSend size={16} stroke={1.75} />} loading={isTesting} onClick={() => void sendTest(draft)}>
        Send me a test
      </Button>
      <Button loading={isSaving} onClick={() => void store()}>
        Save template
      </Button>
    </>
  );

  return (
    <div className={classes.screen}>
      <SubPageHeader title={draft.name} backTo={accountsPath} state={<SavedLine template={edited.saved} isChanged={isChanged} />}>
        {isMobile ? undefined : actions}
      </SubPageHeader>
      <div className={classes.columns}>
        <section className={classes.card} aria-label="Template">
          <EnvelopeLines
            account={account}
            accounts={accounts}
            draft={draft}
            ccError={ccError}
            ccRef={ccRef}
            isNamed={!edited.isFirst}
            onChange={change}
            onCcBlur={() => setIsCcTouched(true)}
            subject={
              <ChipEditor
                key={`subject ${round}`}
                kind="subject"
                label="Subject"
                initial={draft.subject}
                values={preview.values}
                onChange={(subject) => change({ subject })}
                onFocus={setActive}
              />
            }
          />
          {body === null || body.isDestroyed ? (
            <div className={classes.noToolbar} />
          ) : (
            <EditorToolbar editor={body} note={`${words ?? wordCount(body.getText())} words`} values={preview.values} />
          )}
          <ChipEditor
            key={`body ${round}`}
            kind="body"
            label="Message"
            initial={draft.htmlBody}
            values={preview.values}
            onChange={(htmlBody, text) => {
              change({ htmlBody });
              setText(wordCount(text));
            }}
            onFocus={setActive}
            onReady={setBody}
          />
          <SignatureCard accountId={account.id} signature={signature} hasWatermark={hasWatermark} />
          <NeedsCheck missing={check.missing} notes={check.notes} />
          <VariablePalette
            onInsert={(name) => {
              const target = active !== null && !active.isDestroyed ? active : body;
              if (target !== null) insertVariable(target, name);
            }}
          />
        </section>
        <MailPreview parts={parts} values={preview.values} fromName={account.displayName || account.userName} note={preview.note} />
        <TemplateRail account={account} accounts={accounts} templates={templates} openId={edited.saved?.id ?? null} />
      </div>
      {isMobile ? <div className={classes.bar}>{actions}</div> : null}
      <LeaveGuard isOn={isChanged && !isSaving} />
      {stale === null ? null : (
        <StaleTemplateDialog
          theirs={stale}
          mine={draft}
          onKeepMine={() => {
            finish();
            void store(stale.version);
          }}
          onTakeTheirs={() => {
            finish();
            begin({ name: stale.name, subject: stale.subject, htmlBody: stale.htmlBody, ccEmail: stale.ccEmail ?? '' });
          }}
          onClose={finish}
        />
      )}
    </div>
  );
}

function inputOf({ subject, htmlBody, ccEmail }: TemplateDraft) {
  return { subject, htmlBody, ccEmail: ccEmail.trim() };
}

function SavedLine({ template, isChanged }: { template: EmailTemplate | null; isChanged: boolean }) {
  const timeZone = useOfficeZone();
  if (template === null) return <span className={classes.saved}>Not saved yet</span>;
  const at = new Date(template.updatedAt).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone,
  });
  const answered = template.sent === 0 ? '' : `, ${Math.round((template.answered / template.sent) * 100)}% marked as answered`;
  return (
    <span className={classes.saved}>
      <IconHistory size={15} stroke={1.75} aria-hidden="true" />
      {isChanged ? 'Changes not saved' : `Saved ${at}`}
      <span className={classes.wide}>
        {' · '}
        {template.sent === 0
          ? 'not used yet'
          : `used for ${template.sent.toLocaleString('en-US')} ${template.sent === 1 ? 'mail' : 'mails'}${answered}`}
      </span>
    </span>
  );
}
