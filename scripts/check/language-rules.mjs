// Archaic phrases found in this codebase, with plain replacements. A new rule needs high precision: a check that
// flags good English gets ignored. Terms come from docs/glossary.md.

/** @typedef {'comment' | 'text' | 'document'} Kind `text`: string literals with a space in them, and JSX text. */

/**
 * @typedef {object} Rule
 * @property {RegExp} find one space matches any whitespace; case is ignored
 * @property {string} use what to write instead
 * @property {boolean} [exactCase]
 * @property {readonly Kind[]} [only] where the rule applies; everywhere by default
 */

/** `takes` is plain when it is about time, effect, place or turns. */
const plainTakes = [
  '(?:too |as |so |a )?long(?:er)?|forever|time|about|several|up to|less|more than|most of|at most|at least',
  '(?:milliseconds|seconds|minutes|hours|days)|(?:a|one|two|three|five|ten) (?:few|while|moment|second|minute|hour|day)s?',
  'an? (?:third|quarter|half|tenth|fraction)|half|twice|\\d|\\$|effect|place|precedence|priority|over|up|part|turns|care',
  'advantage|the (?:same|full)|(?:a )?pictures?|(?:a )?screenshots?|(?:an?|the|one) (?:\\w+ )?locks?',
].join('|');

/** @type {readonly Rule[]} */
export const phraseRules = [
  // Words that only old texts use.
  { find: /\b(?:whoever|whomever|whosoever|whomsoever)\b/, use: 'anyone who, the client that, a user who' },
  { find: /\b(?:anew|afresh)\b/, use: 'again' },
  { find: /\bmeanwhile\b/, use: 'in the meantime, while …' },
  { find: /\b(?:thereby|hence|whence|hitherto|forthwith|whereupon|whereby|wherein)\b/, use: 'so, which …' },
  { find: /\b(?:therein|thereof|therewith|thereupon|thereto|hereby|herein)\b/, use: 'in it, of it, with it' },
  {
    find: /\b(?:lest|shall|ought|upon|amid|amidst|afar|nought|aught|ere|nigh|whilst|amongst)\b/,
    use: 'a current word',
  },
  { find: /\bfor ever\b/, use: 'forever' },
  { find: /\bonce more\b/, use: 'again' },
  { find: /\b(?:nobody|somebody|everybody|anybody)\b/, use: 'no one, a user, a client, everyone, anyone' },
  { find: /\b(?:kin|postman|chores?)\b/, use: 'related, mail worker, job' },
  { find: /\bone['’]s own\b/, use: 'your own, the user’s' },
  { find: /\b(?:those who|the one who|one who|he who|for those)\b/, use: 'users who, anyone who' },
  { find: /\bthe one that\b/, use: 'the (noun) that' },
  { find: /\bwho(?:m)? (?:it|this|that) is for\b/, use: 'its recipient, its user' },

  // Turns of phrase.
  { find: /\bof (?:its|their|our|his|her|your|my|one['’]s) own\b/, use: 'its own …, a separate …' },
  {
    find: /\b(?:an? \w+|nothing|none|no \w+|one|ones|all|any|some|that|these|those|what is|is|are) of (?:ours|theirs)\b/,
    use: 'our …, their …',
  },
  { find: /\b(?:all|everything|nothing|anything|none|no one) but\b/, use: 'everything except, only' },
  { find: /\bbut for\b/, use: 'except, apart from' },
  { find: /\b(?:all|nothing|everything) else but\b/, use: 'everything except, only' },
  { find: /\bin the hands of\b/, use: 'during, in use by' },
  { find: /\bas (?:it|they) should(?: be)?\b/, use: 'as expected; or say what is expected' },
  { find: /\b(?:became|becomes|become|has become) of\b/, use: 'the result of, the state of' },
  { find: /\b(?:from|of) itself alone\b/, use: 'only' },
  { find: /\bbeside\b/, use: 'next to, while … runs, in addition to' },
  { find: /\bwithout a word\b/, use: 'silently' },
  { find: /\bthe words? of\b(?! the year)/, use: 'the text of, the message of' },
  { find: /\b(?:in|with|has|have) (?:its|their|our|his) (?:own )?words\b/, use: 'its message, its text' },
  { find: /\bour (?:own )?words\b/, use: 'our message, our terms' },
  { find: /\bin words\b/, use: 'as text' },
  { find: /\ban? word (?:of|that|with|to)\b/, use: 'a note, a message' },
  {
    find: /\bword (?:has|comes|came|is|was|reaches) (?:that|of|from|sent|brought)\b/,
    use: 'the message, the notification',
  },
  { find: /\b(?:go|goes|went) by\b(?! (?:default|itself|without|in|before))/, use: 'uses, follows' },
  { find: /\b(?:went|goes|go|going) on\b(?! (?:sale|to|holiday))/, use: 'continues, resumes' },
  { find: /\b(?:is|are|was|were|be|being|been) led\b/, use: 'is redirected, is sent to' },
  { find: /\b(?:hands?|handed|handing) (?:back|on)\b/, use: 'returns, forwards' },
  { find: /\bGives\b(?! (?:up|way))/, use: 'Returns …', only: ['comment'], exactCase: true },
  { find: /\b(?:is|are|was|were|be|been|not) whole\b/, use: 'complete' },
  {
    find: /\blearns? (?:of|that|about) (?:it|them|a|an|the|what|whether|each|every)\b/,
    use: 'detects, receives',
  },
  { find: /\bfor want of\b/, use: 'for lack of' },
  { find: /\b(?:is|are|was|were|be) none\b(?! of)/, use: 'is missing, is invalid, does not exist' },
  { find: /\b(?:asked|asks) of\b/, use: 'asked, required by' },
  { find: /\bin good order\b/, use: 'cleanly' },
  { find: /\b(?:lead|leads) (?:on|past|here|nobody|out)\b/, use: 'links to, redirects to' },
  {
    find: /\b(?:bring|brings|brought|take|takes|taken|come|comes|carry|carries) (?:it |them )?along\b/,
    use: 'includes, also deletes, is included',
  },
  { find: /(?:[;,]|\band) gives\b(?! (?:up|way|you))/, use: 'returns', only: ['comment'] },
  { find: /\blast word\b/, use: 'final state' },
  { find: /\bis a guest\b|\ba guest (?:does|on|of|in)\b/, use: 'runs on pages of others' },
  { find: /\bmade known\b|\bmakes? known\b/, use: 'publishes, reports' },
  { find: /\b(?:turned|turns|sent|sends) away\b/, use: 'rejected, rejects' },
  { find: /\bmend(?:s|ed|ing)?\b/, use: 'fix, correct' },
  { find: /\b(?:forgiven|forgives|heeds?|heeded|bids|bidden)\b/, use: 'a literal verb' },
  { find: /\ball else\b/, use: 'everything else' },
  { find: /\b(?:comes?|came) (?:of it|to nothing|to pass)\b/, use: 'has no effect, happens' },
  { find: /\bwhat (?:it|they|this|these|[\w’']+ ones|[\w’']+s) comes? to\b/, use: 'the total of' },
  {
    find: /\bmoving house\b|\b(?:the|our|new|old|whole|this) house\b(?! style)/,
    use: 'installation, fixture',
  },
  {
    find: /\b(?:is|old|new|the|no|that|such) news\b(?![-.\w])|\bnews (?:of|to|that|from)\b/,
    use: 'a change, a notification',
  },

  // A comment starts after the character that replaces the code before it.
  {
    find: /(?<=(?:^|\uE001)\s*)(?:of|what|those|all that|by)\b(?! default)/,
    use: 'a comment that begins with its noun or verb: "The revision of the events", "Rows by day"',
    only: ['comment'],
  },

  // Machines that speak, listen, stand and lie down.
  {
    find: /\bsay (?:so|nothing)\b|\bsays\b(?= (?:so|nothing|of|what|whose|who|when|where|which|why|how|that|whether|all|no|as much|otherwise|it|its|in|the same|there|this|to)\b)/,
    use: 'shows, states, returns, contains, specifies',
  },
  {
    find: /\b(?:as|than|what|whatever|whichever|unless|if|until|which|where) (?:\w+ |the \w+ |its \w+ |an? \w+ ){0,2}says\b/,
    use: 'specifies, returns, contains',
  },
  {
    find: /\bsaid (?:so|nothing|of|what|when|whether)\b|\b(?:is|are|was|were) said\b/,
    use: 'reported, shown',
  },
  { find: /\btells\b/, use: 'returns, shows, reports, distinguishes' },
  {
    find: /\btold\b/,
    use: 'notified, is shown, receives',
  },
  {
    find: /\b(?:can|cannot|could|must not|does not|may not|might|would|will) tell\b(?! us\b)/,
    use: 'can detect, knows, reveals',
  },
  { find: /\b(?:hears|heard|hear of|hear from|to hear)\b/, use: 'receives, is notified' },
  {
    find: /\b(?:stands?|stood)\b(?!-)(?! (?:out|up|by|alone)\b)/,
    use: 'is, is shown, is stored, represents',
    only: ['comment', 'document', 'text'],
  },
  {
    find: /\blies\b|\b(?:lie|lay) (?:in|on|at|beside|next|under|over|there|here|around|this|behind|about)\b/,
    use: 'is, is in, is stored',
  },
  { find: /\brights? rests?\b|\b(?:rests?|resting) (?:until|till)\b/, use: 'is suspended, is inactive' },
  {
    find: new RegExp(`(?<!\\b(?:long|time|much)\\b[^.;]{0,70})\\btakes\\b(?! (?:${plainTakes}))`),
    use: 'accepts, requires, uses, removes',
  },
  { find: /\bdrawn (?:in|by|on) the (?:browser|server|client)\b/, use: 'rendered' },

  // Terms of the glossary.
  {
    find: /\b(?<!with )(?:a|the|each|every|my|one|another|long|lost) letter\b(?!:)(?! (?:at|among|in|is|of (?:the|a)|[a-z]\b))/,
    use: 'contact message',
  },
  {
    find: /\bletters? (?:and demo requests|from the|that cannot)\b|\b(?:visitor|customer|person)['’]s letters?\b/,
    use: 'contact message',
  },
  { find: /\bwish(?:es|ed)?\b/, use: 'demo request; would like' },
  { find: /\b(?:a|the|each|next|last|one) beat\b|\bbeats\b/, use: 'slot, heartbeat' },
  { find: /\b(?:twins?)\b/, use: 'copy, counterpart, valid request' },
  { find: /\b(?:the|a|mail|embedded|each) lab\b/, use: 'harness' },
  { find: /\b(?:at|the|a|its|each) desk\b/, use: 'command context, admin area' },
  { find: /\bsecond factors?\b/, use: 'two-factor' },
  { find: /\bback-?up codes?\b/, use: 'recovery code' },
  { find: /(?<![@.\w-])buyers?\b(?![@.\w-])/, use: 'customer' },
];

/**
 * Parts of identifiers and file names, in lower case with spaces (`takeLetter` is `take letter`). Bounded by words.
 * @type {readonly { find: RegExp, use: string }[]}
 */
export const nameRules = [
  { find: /\bletter\b/, use: 'contact message' },
  { find: /\bwish(?:es)?\b/, use: 'demo request' },
  { find: /\bpostman\b/, use: 'mail worker' },
  { find: /\b(?:hear|hears|heard)\b/, use: 'on notification' },
  { find: /\b(?:tell|tells|told)\b/, use: 'notify, show, report' },
  { find: /\b(?:says|said|sayings?)\b/, use: 'message, text' },
  {
    find: /^take (?:\w+ )?(?:attempt|letter|wish|event|remains|guess|time|answer|ownership|table|code|token)s?\b/,
    use: 'consume, process, apply, submit, accept',
  },
  { find: /\b(?:somebody|nobody|everybody|anybody|whoever|anew)\b/, use: 'a role of the glossary' },
  { find: /\bbeats?\b/, use: 'slot, heartbeat' },
  { find: /\b(?:stage|ground)$/, use: 'fixture, environment' },
  { find: /\btrap\b/, use: 'honeypot' },
  { find: /\b(?:state|kind|source|device|action|type|own) words\b/, use: 'labels' },
  { find: /\b(?:twin|lab|desk|house|kin)\b/, use: 'valid request, harness, command context, fixture' },
  { find: /\bbackup codes?\b/, use: 'recovery code' },
  { find: /\bsecond (?:factor|step)\b/, use: 'two-factor' },
  { find: /\bbuyers?\b/, use: 'customer' },
  { find: /\b(?:watcher|watchers)\b/, use: 'portal viewer' },
  { find: /\btrouble\b/, use: 'failed mail, problem' },
  { find: /\bremains\b/, use: 'orphaned data' },
  { find: /\bsame time\b/, use: 'constant time' },
  { find: /^because$/, use: 'error message' },
  { find: /\brefusals?\b/, use: 'rejection, rejected events' },
  { find: /\boverlays?\b/, use: 'dataset view' },
  { find: /\bsessioni[sz](?:e|es|er|ed|ing)\b/, use: 'group into visits' },
];

/**
 * Exceptions, each with its reason. `file` matches the path, `text` the words around the finding (the line), `kinds`
 * limits it to some kinds of text (`name` for identifiers and file names).
 * @type {readonly { file?: RegExp, text?: RegExp, kinds?: readonly (Kind | 'name')[], why: string }[]}
 */
export const exceptions = [
  { file: /^scripts\/check\/language/, why: 'the rules and their tests quote what they look for' },
  { file: /^docs\/glossary\.md$/, why: 'its last column lists the words that are not used' },
  {
    file: /^web\/marketing\//,
    kinds: ['text'],
    why: 'marketing copy may have a voice; much of it is in the specification',
  },
  {
    file: /^contract\/(?:public\/pages|site\/(?:products|testimonials))\.ts$/,
    kinds: ['text'],
    why: 'texts of the specification',
  },
  {
    text: /^(?:backupCodes|generateBackupCodes|verifyBackupCode|viewBackupCodes|INVALID_BACKUP_CODE|BACKUP_CODES_NOT_ENABLED)$/,
    kinds: ['name'],
    why: 'names and error codes of better-auth, which are in URLs, payloads and a column',
  },
  {
    text: /(?:actor = |actor: |name: |: |\bor )['"]somebody['"]/,
    why: 'the stored actor of audit entries without a session, which old entries and payloads have',
  },
  { file: /dashboard-screen\.tsx$/, text: /^House$/, kinds: ['name'], why: 'an icon of lucide-react' },
  {
    file: /\/(?:admission|mail)\//,
    text: /^stage$/i,
    kinds: ['name'],
    why: 'stages of a limit, and of SMTP',
  },
  { file: /totp\.ts$/, text: /^letter$/, kinds: ['name'], why: 'a letter of the base32 alphabet' },
  {
    file: /^server\/db\/migrations\//,
    why: 'released migrations do not change, and neither do their comments',
  },
  {
    text: /^refusals$/,
    kinds: ['name'],
    why: 'a field of `GET …/refused-events`, whose answers keep their words',
  },
  {
    file: /^web\/charts\/plot-/,
    text: /overlay/i,
    kinds: ['name'],
    why: 'a layer of HTML over the canvas of a chart',
  },
  { file: /^docs\/decisions\/database\/0044-/, kinds: ['name'], why: 'links to decisions do not change' },
  { text: /^deadLetter$/, kinds: ['name'], why: 'an option of pg-boss' },
  {
    file: /copy-in\.ts$/,
    text: /^letter$/,
    kinds: ['name'],
    why: 'PostgreSQL names its protocol messages by letters',
  },
  { file: /\b(?:embedded|database)\//, text: /^nobody$/, kinds: ['name'], why: 'an account of the system' },
  { text: /\b(?:account|user|From) nobody\b/, why: 'an account of the system, and a sender in a test' },
];
