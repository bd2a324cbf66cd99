import { deletionReasons, downloadSources, type Feedback } from '@headhaul/contracts/feedback';

interface Survey {
  title: string;
  lead: string;
  question: string;
  answers: readonly string[];
  thanks: string;
}

export const surveys: Record<Feedback['type'], Survey> = {
  DELETION: {
    title: 'Sorry to see it go',
    lead: 'The extension is removed from this browser. Tell us what to fix.',
    question: 'Why did you remove it?',
    answers: deletionReasons,
    thanks: 'Your answer helps us fix it',
  },
  DOWNLOAD: {
    title: 'Welcome aboard',
    lead: 'The extension is in your browser. One question before your first load.',
    question: 'How did you hear about Headhaul?',
    answers: downloadSources,
    thanks: 'Good to have you on the road',
  },
};

/** Browsers open the page without a query after a removal. */
export function surveyOf(type: string | null): Feedback['type'] {
  return type?.toUpperCase() === 'DOWNLOAD' ? 'DOWNLOAD' : 'DELETION';
}
