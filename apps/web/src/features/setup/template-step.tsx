import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { Link } from 'react-router';
import { entryPaths } from '../../shared/entry/entry-routing.ts';
import { emailTemplatesApi } from '../email-templates/email-templates.api.ts';
import { useOurFacts } from './our-facts.ts';
import { TemplateForm } from './template-form.tsx';
import classes from './template-step.module.css';

interface TemplateStepProps {
  mailbox: EmailAccount | undefined;
  isLoading: boolean;
  onSaved: () => void;
}

/** The first template and its signature, prefilled so that it can be saved as it is. */
export default function TemplateStep({ mailbox, isLoading, onSaved }: TemplateStepProps) {
  return (
    <>
      <h2>What should a broker read first?</h2>
      <p>Brokers delete mail without rate, place and MC.</p>
      {mailbox === undefined ? (
        <p className={classes.note} role="status">
          {isLoading ? (
            'Looking for your mailbox…'
          ) : (
            <>
              A template belongs to a mailbox. <Link to={entryPaths.setup}>Connect one first</Link>, or skip this stop; it waits for you
              under Email accounts.
            </>
          )}
        </p>
      ) : (
        <OfMailbox key={mailbox.id} mailbox={mailbox} onSaved={onSaved} />
      )}
    </>
  );
}

function OfMailbox({ mailbox, onSaved }: { mailbox: EmailAccount; onSaved: () => void }) {
  const template = emailTemplatesApi.useGetTemplateQuery({ params: { id: mailbox.id } });
  const prefill = emailTemplatesApi.usePrefillSignatureQuery();
  const facts = useOurFacts();
  if (template.data === undefined && template.isError) {
    return (
      <p className={classes.note} role="alert">
        Couldn’t load the template.{' '}
        <button type="button" onClick={() => void template.refetch()}>
          Try again
        </button>
      </p>
    );
  }
  if (template.data === undefined || prefill.isLoading || facts.isLoading) {
    return (
      <p className={classes.note} role="status">
        Getting your template…
      </p>
    );
  }
  return <TemplateForm mailbox={mailbox} template={template.data} prefill={prefill.data ?? null} facts={facts} onSaved={onSaved} />;
}
