/** The mail that asks the company's factor about a broker. A sentence whose values are not known is left out. */
export const askFactorTemplate = {
  id: null,
  name: 'Ask my factor',
  subject: 'Credit check: {{broker.name}}, MC {{broker.mc|not known}}',
  htmlBody: [
    '<p>Hello,</p>',
    '<p></p>',
    '<p>Do you buy invoices of {{broker.name}}?</p>',
    '<p>Their MC number is {{broker.mc}}.</p>',
    '<p>Their USDOT number is {{broker.dot}}.</p>',
    '<p>The load pays {{offer.rate}}.</p>',
    '<p>It goes from {{origin}} to {{destination}} on {{pickup.date}}.</p>',
    '<p>Please tell us their limit and how much of it is used.</p>',
    '<p></p>',
    '<p>{{company.name}}</p>',
    '<p>MC {{company.mc}}</p>',
  ].join(''),
  ccEmail: null,
};
