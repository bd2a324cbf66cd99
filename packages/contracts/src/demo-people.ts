/** The people of the demo office. The sandbox's sign-in page lists them; the seed gives them accounts (the newcomer has none). */
export interface DemoPerson {
  subject: string;
  label: string;
  email: string;
  name: string;
  familyName: string;
  about: string;
}

export const demoPeople = [
  {
    subject: 'demo-owner',
    label: 'Demo owner',
    email: 'nina@bluffline.example',
    name: 'Nina',
    familyName: 'Alvarez',
    about: 'Owns Bluff Line Logistics',
  },
  {
    subject: 'demo-dispatcher',
    label: 'Demo dispatcher',
    email: 'ann@bluffline.example',
    name: 'Ann',
    familyName: 'Kowalski',
    about: 'Dispatches at Bluff Line Logistics',
  },
  {
    subject: 'demo-carrier',
    label: 'Demo carrier',
    email: 'marcus@bellfreight.example',
    name: 'Marcus',
    familyName: 'Bell',
    about: 'Runs Bell Freight, six trucks of his own',
  },
  {
    subject: 'demo-admin',
    label: 'Demo admin',
    email: 'robin@headhaul.example',
    name: 'Robin',
    familyName: 'Hayes',
    about: 'Works at Headhaul',
  },
  {
    subject: 'demo-newcomer',
    label: 'Demo newcomer',
    email: 'sam@quarrylane.example',
    name: 'Sam',
    familyName: 'Whitfield',
    about: 'Has never signed in',
  },
] as const satisfies readonly DemoPerson[];
