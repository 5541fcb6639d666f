import Type, { type Static } from 'typebox';

const Text = Type.String({
  description:
    'At most 4,000 characters once its variables are filled in. `{{ name }}` is a variable of `vars`, or one of ' +
    '`first_name`, `username`, `subscriber_id`, `lang`. Words of other people belong into `vars`: what is in there ' +
    'appears as it is, whatever it looks like.',
});

const Media = Type.Object(
  {
    type: Type.Enum(['photo', 'video', 'document']),
    url: Type.String({ description: 'http or https, of a public host. Fetched when the message is sent.' }),
  },
  { description: 'A photo of up to 20 MB, a video or a document of up to 50 MB.' },
);

const Button = Type.Object(
  {
    text: Type.String({ description: '1 to 64 characters.' }),
    url: Type.Optional(Type.String({ description: 'Opened when it is tapped; http or https, of a public host.' })),
    callback_data: Type.Optional(
      Type.String({ description: '1 to 64 bytes; comes back with the event `button.clicked`.' }),
    ),
  },
  { description: 'With either `url` or `callback_data`.' },
);

/** The part of a body that says what is to be said; the same wherever something is sent. */
export const messageBodyProperties = {
  text: Type.Optional(Text),
  template: Type.Optional(Type.String({ description: 'The key of a template, in place of `text`.' })),
  vars: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
      description: 'Values of the variables; at most 50.',
    }),
  ),
  format: Type.Optional(
    Type.Enum(['plain', 'markdown', 'html'], { description: 'Of `text`; plain unless given. A template has its own.' }),
  ),
  media: Type.Optional(Media),
  buttons: Type.Optional(Type.Array(Type.Array(Button), { description: 'Up to 3 rows of up to 3 buttons.' })),
};

export type MessageBody = Static<ReturnType<typeof Type.Object<typeof messageBodyProperties>>>;
