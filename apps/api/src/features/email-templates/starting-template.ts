/** The first template of a new mailbox: short, with everything that brokers look for first. It is not stored until somebody saves it. */
export const startingTemplate = {
  name: 'Load inquiry',
  subject: '{{origin}} to {{destination}}, {{pickup.date}}: {{equipment|truck}} ready',
  htmlBody: [
    '<p>Hi {{broker.contact|there}},</p>',
    '<p></p>',
    '<p>Is {{origin}} to {{destination}} on {{pickup.date}} still open?</p>',
    '<p>My truck is empty in {{driver.location}} from {{driver.available}}. It is {{deadhead}} from the pickup.</p>',
    '<p>I can do it for {{offer.rate}}. Reference {{reference}}.</p>',
    '<p></p>',
    '<p>MC {{company.mc}}. Trailer: {{equipment}}. Length: {{length}}.</p>',
  ].join(''),
};
