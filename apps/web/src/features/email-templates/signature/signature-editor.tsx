import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import type { SignaturePrefill } from '@headhaul/contracts/mail/templates';
import type { MailValues } from '@headhaul/domain/mail/variables';
import { planOf } from '@headhaul/domain/plans';
import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useKeys } from '../../../shared/keyboard/use-hotkeys.ts';
import { SubPageHeader } from '../../../shared/list/work-header.tsx';
import { notify } from '../../../shared/notify.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { LeaveGuard } from '../../../shared/ui/leave-guard.tsx';
import { useIsMobile } from '../../../shared/ui/viewport.ts';
import { templatePath } from '../../emails/paths.public.ts';
import { MailFrame } from '../../emails/shown/mail-frame.public.tsx';
import { ChipEditor } from '../editor/chip-editor.public.tsx';
import { EditorToolbar } from '../editor/editor-toolbar.tsx';
import { buildSignature, docketError, fieldsOf, fillSignature } from '../editor/signature-layouts.public.ts';
import { imageIn, readSignature } from '../editor/signature-reading.public.ts';
import { emailTemplatesApi } from '../email-templates.api.ts';
import { SignatureBuilder } from './signature-builder.tsx';
import classes from './signature-editor.module.css';
import { useSignatureImage } from './use-signature-image.ts';

interface SignatureEditorProps {
  account: EmailAccount;
  saved: string | null;
  prefill: SignaturePrefill | null;
  /** The values of the user. They are written as variables and shown filled in. */
  own: MailValues;
}

/** Builds a signature from a few fields in one of three layouts. Users who want more can write it freely. */
export function SignatureEditor({ account, saved, prefill, own }: SignatureEditorProps) {
  const navigate = useNavigate();
  // A phone has room for one button only. The back arrow leads to the template too.
  const isMobile = useIsMobile();
  const session = useSession();
  const [made] = useState(() => readSignature(saved ?? '', own));
  const [mode, setMode] = useState<'build' | 'free'>((saved ?? '').trim() === '' || made !== null ? 'build' : 'free');
  const [fields, setFields] = useState(made?.fields ?? fieldsOf(prefill, account.address));
  const [layout, setLayout] = useState(made?.layout ?? 'plain');
  // The server writes tags differently, so a signature from the form is compared as the form builds it.
  const [stored, setStored] = useState(() =>
    made === null ? (saved ?? '') : buildSignature(made.layout, made.fields, made.imageUrl, own),
  );
  const [text, setText] = useState(saved ?? '');
  const [editor, setEditor] = useState<Editor | null>(null);
  const [round, setRound] = useState(0);
  const [save, saving] = emailTemplatesApi.useSaveSignatureMutation();
  const { imageUrl, error, isUploading, choose, remove } = useSignatureImage(imageIn(saved ?? ''));
  const input = useRef<HTMLInputElement>(null);

  const html = mode === 'build' ? buildSignature(layout, fields, imageUrl, own) : text;
  const hasWatermark = session !== null && planOf(session.subscriptionType).hasWatermark;

  const upload = async (file: File) => {
    const url = await choose(file);
    if (url !== null && mode === 'free') editor?.chain().focus().setImage({ src: url, alt: fields.company, width: 140 }).run();
  };
  const takeAway = async () => {
    await remove();
    if (mode === 'free') {
      setText(text.replaceAll(/<img\b[^<>]*>/g, ''));
      setRound(round + 1);
    }
  };
  const store = async () => {
    if (mode === 'build' && (docketError(fields.mc) ?? docketError(fields.dot)) !== undefined) {
      return notify('warning', 'Check the MC and the USDOT number: digits only, at most 8');
    }
    const answer = await save({ params: { id: account.id }, body: { signature: html === '' ? null : html } });
    if (answer.data === undefined) return;
    const kept = answer.data.signature ?? '';
    setStored(mode === 'build' ? html : kept);
    if (mode === 'free') {
      setText(kept);
      setRound(round + 1);
    }
    notify('success', 'The signature is saved for every template of this mailbox');
  };
  useKeys({ 'mod+s': () => void store() });

  return (
    <div className={classes.screen}>
      <SubPageHeader title="Signature" backTo={templatePath(account.id)} state={isMobile ? undefined : account.address}>
        {isMobile ? null : (
          <Button variant="default" onClick={() => void navigate(templatePath(account.id))}>
            Template
          </Button>
        )}
        <Button loading={saving.isLoading} onClick={() => void store()}>
          Save signature
        </Button>
      </SubPageHeader>
      <div className={classes.columns}>
        <section className={classes.card} aria-label="Signature">
          {mode === 'build' ? (
            <SignatureBuilder fields={fields} layout={layout} onFields={(part) => setFields({ ...fields, ...part })} onLayout={setLayout} />
          ) : (
            <>
              {editor === null || editor.isDestroyed ? null : <EditorToolbar editor={editor} note="" values={own} />}
              <ChipEditor
                key={round}
                kind="signature"
                label="Signature"
                initial={text}
                values={own}
                onChange={setText}
                onFocus={() => undefined}
                onReady={setEditor}
              />
            </>
          )}
          <div className={classes.picture}>
            {imageUrl === null ? (
              <span className={classes.noPicture}>
                <IconPhoto size={22} stroke={1.5} aria-hidden="true" />
              </span>
            ) : (
              <img src={imageUrl} alt="In the signature" />
            )}
            <div>
              <b>Picture</b>
              <p role={error === null ? undefined : 'alert'} data-error={error !== null || undefined}>
                {error ??
                  'PNG, JPEG or WebP, at most 5 MB and 4 megapixels (2,000 × 2,000). We keep a small copy that every inbox can show.'}
              </p>
            </div>
            <input
              ref={input}
              type="file"
              accept="image/png,image/jpeg,image/webp"
              hidden
              aria-label="Picture file"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                // The same file can be chosen again after a failure.
                event.currentTarget.value = '';
                if (file !== undefined) void upload(file);
              }}
            />
            <Button variant="default" loading={isUploading} onClick={() => input.current?.click()}>
              {imageUrl === null ? 'Choose a picture' : 'Change'}
            </Button>
            {imageUrl === null ? null : (
              <Button variant="subtle" color="gray" onClick={() => void takeAway()}>
                Remove
              </Button>
            )}
          </div>
          <div className={classes.switch}>
            <button
              type="button"
              onClick={() => {
                if (mode === 'build') setText(html);
                setMode(mode === 'build' ? 'free' : 'build');
                setRound(round + 1);
              }}
            >
              {mode === 'build' ? 'Edit as text' : 'Build from your details'}
            </button>
          </div>
        </section>
        <section className={classes.preview} aria-label="Preview">
          <h2>Under every mail</h2>
          <div className={classes.sheet}>
            {html === '' ? (
              <p className={classes.none}>Nothing yet.</p>
            ) : (
              <MailFrame title="The signature as the broker sees it" html={fillSignature(html, own)} />
            )}
            {hasWatermark ? <p className={classes.mark}>Sent with Headhaul</p> : null}
          </div>
          <p className={classes.note}>
            {hasWatermark ? 'The last line comes with your plan. Unlimited Pro leaves it out.' : 'No “Sent with Headhaul” on your plan.'}{' '}
            One signature for all templates of {account.address}.
            {html.includes('{{user.') ? ' Anyone who sends from it signs with their own name and phone.' : ''}
          </p>
        </section>
      </div>
      <LeaveGuard isOn={html !== stored && (stored !== '' || mode === 'free') && !saving.isLoading} />
    </div>
  );
}
