import { docketNumber } from '@headhaul/contracts/http/field';
import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import type { EmailTemplate, SignaturePrefill } from '@headhaul/contracts/mail/templates';
import { factsOfTemplate, isValidTemplate, renderMail } from '@headhaul/domain/mail/render';
import type { MailVariableName } from '@headhaul/domain/mail/variables';
import { planOf } from '@headhaul/domain/plans';
import type { Editor } from '@tiptap/core';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { notify } from '../../shared/notify.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { ChipEditor, insertVariable } from '../email-templates/editor/chip-editor.public.tsx';
import { withSampleLoad } from '../email-templates/editor/sample-values.public.ts';
import { buildSignature, docketError, fieldsOf } from '../email-templates/editor/signature-layouts.public.ts';
import { readSignature } from '../email-templates/editor/signature-reading.public.ts';
import { variableLabel } from '../email-templates/editor/variable-text.public.ts';
import { emailTemplatesApi } from '../email-templates/email-templates.api.ts';
import { MailFrame } from '../emails/shown/mail-frame.public.tsx';
import { MailCheck } from './mail-check.tsx';
import { type OurFacts, useKeepMc } from './our-facts.ts';
import { firstTemplateForm } from './setup-steps.ts';
import { SignaturePart, WrittenSignature } from './signature-part.tsx';
import classes from './template-step.module.css';

const offered: readonly MailVariableName[] = ['rate', 'reference', 'weight', 'trip.miles', 'user.phone'];

interface TemplateFormProps {
  mailbox: EmailAccount;
  template: EmailTemplate;
  prefill: SignaturePrefill | null;
  facts: OurFacts;
  onSaved: () => void;
}

/** Subject, text and signature, with a preview of the mail. The load is a sample, but the person and the company are real. */
export function TemplateForm({ mailbox, template, prefill, facts, onSaved }: TemplateFormProps) {
  const session = useSession();
  const [save] = emailTemplatesApi.useSaveTemplateMutation();
  const keepMc = useKeepMc();
  const [subject, setSubject] = useState(template.subject);
  const [htmlBody, setHtmlBody] = useState(template.htmlBody);
  const [made] = useState(() => readSignature(template.signature ?? '', facts.own));
  const [hasFields, setHasFields] = useState((template.signature ?? '') === '' || made !== null);
  const [fields, setFields] = useState(made?.fields ?? fieldsOf(prefill, mailbox.address));
  const [active, setActive] = useState<Editor | null>(null);
  const [body, setBody] = useState<Editor | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const isOwner = session?.isTeamOwner ?? false;
  const isMcKept = hasFields && isOwner && facts.company?.mc === null;
  const newMc = isMcKept ? docketNumber.safeParse(fields.mc).data : undefined;
  const own = useMemo(() => (newMc === undefined ? facts.own : { ...facts.own, 'company.mc': newMc }), [facts.own, newMc]);
  const built = buildSignature(made?.layout ?? 'plain', fields, made?.imageUrl ?? null, own);
  const signature = hasFields ? built || null : template.signature;
  const hasWatermark = session !== null && planOf(session.subscriptionType).hasWatermark;
  const mail = useMemo(
    () => renderMail({ subject, htmlBody, signature, hasWatermark }, withSampleLoad(own)),
    [subject, htmlBody, signature, hasWatermark, own],
  );

  const goToMc = () => form.current?.querySelector<HTMLInputElement>('[data-form-field="mc"]')?.focus();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (hasFields && docketError(fields.mc) !== undefined) return goToMc();
    if (!isValidTemplate({ subject, ...factsOfTemplate({ subject, htmlBody }) })) {
      return notify('warning', 'Enter a subject and a text, and remove what no mail can fill. Or skip this stop.');
    }
    if (newMc !== undefined && facts.company !== undefined && !(await keepMc(facts.company, newMc))) return;
    const { error } = await save({ params: { id: mailbox.id }, body: { subject, htmlBody, signature, ccEmail: template.ccEmail } });
    if (error === undefined) onSaved();
  };
  const insert = (name: MailVariableName) => {
    const target = active !== null && !active.isDestroyed ? active : body;
    if (target !== null) insertVariable(target, name);
  };

  return (
    <>
      <MailCheck
        missing={mail.missing}
        hasCompanyMc={own['company.mc'] !== undefined}
        isOwner={isOwner}
        onGiveMc={hasFields ? goToMc : null}
      />
      <form ref={form} id={firstTemplateForm} className={classes.columns} onSubmit={(event) => void submit(event)} noValidate>
        <div className={classes.fields}>
          <span className={classes.label}>Subject</span>
          <div className={classes.box}>
            <ChipEditor kind="subject" label="Subject" initial={template.subject} values={own} onChange={setSubject} onFocus={setActive} />
          </div>
          <span className={classes.label}>Message</span>
          <div className={classes.box} data-kind="message">
            <ChipEditor
              kind="body"
              label="Message"
              initial={template.htmlBody}
              values={own}
              onChange={setHtmlBody}
              onFocus={setActive}
              onReady={setBody}
            />
          </div>
          <fieldset className={classes.insert} aria-label="Insert a variable">
            <span>Insert:</span>
            {offered.map((name) => (
              <button key={name} type="button" onPointerDown={(event) => event.preventDefault()} onClick={() => insert(name)}>
                {variableLabel(name)}
              </button>
            ))}
          </fieldset>
          {hasFields ? (
            <SignaturePart fields={fields} onChange={(part) => setFields({ ...fields, ...part })} isMcKept={isMcKept} />
          ) : (
            <WrittenSignature onAnew={() => setHasFields(true)} />
          )}
        </div>
        <section aria-label="What the broker gets">
          <span className={classes.caption}>What the broker gets, filled with a sample load</span>
          <div className={classes.sheet}>
            <p className={classes.subject}>{mail.subject}</p>
            <p className={classes.way}>{mailbox.address} to a broker</p>
            <MailFrame title="The mail as the broker sees it" html={mail.html} />
          </div>
        </section>
      </form>
    </>
  );
}
