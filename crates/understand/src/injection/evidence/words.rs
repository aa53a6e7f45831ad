//! The classes of English words that bear on who is spoken to, what is ordered and on what grounds.

use std::sync::LazyLock;

use crate::word_table::WordMap;

/// Classes of one word, one bit each; a word may stand in several.
pub(super) type Classes = u64;

macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident = $bit:literal: $list:literal,)*) => {
        $($(#[$doc])* pub(super) const $name: Classes = 1 << $bit;)*
        const LISTS: &[(Classes, &str)] = &[$(($name, $list),)*];
    };
}

classes! {
    /// Surely a machine.
    AI = 0: "ai llm llms chatbot chatbots chatgpt gpt claude gemini copilot copilots bot bots genai crawler crawlers summarizer summarizers summariser summarisers scraper scrapers indexer indexers",
    /// A machine where nothing says otherwise.
    HELPER = 1: "assistant assistants agent agents model models robot robots machine machines parser parsers helper helpers copilot reader readers system systems tool tools",
    /// What stands before a name of the assistant when it is called.
    CALL = 2: "to for dear hey hi hello attention note notes memo message messages notice important reminder psa all any every each this these the our your fellow other whichever whatever you an a helpful ai automated language large virtual personal digital coding smart reviewer friendly good intelligent autonomous llm downstream ok okay please instructions instruction listen calling whoever that of and from",
    /// The one the assistant works for.
    USER = 3: "user users owner owners human humans operator principal holder",
    /// What binds the assistant.
    RULE = 4: "instructions instruction rules rule guidelines guideline directives directive prompt prompts constraints policy policies restrictions restriction safeguards guardrails guardrail programming orders directions limits limitations filters filter safety configuration persona checks refusals rubric alignment protocols brief setup commands",
    /// What the assistant keeps.
    MEMORY = 5: "memory memories notes profile preference preferences entry entries fact facts knowledge record records recollection file vault notebook archive context note",
    /// Private things; sending them away harms.
    PRIVATE = 6: "password passwords passphrase passcode login logins credential credentials secret secrets token tokens key keys contacts inbox calendar history chat conversation conversations transcript memory memories vault statement statements diary ssh env aws cookies cookie pin pins otp code codes iban phone location whereabouts birthday medical prompt context mailbox addressbook identity passport salary budget keychain logs notes workspace",
    /// What opens things, or what the assistant holds; nobody asks a reader for it in passing.
    SECRET = 60: "password passwords passphrase passcode login logins credential credentials secret secrets token tokens key keys ssh env aws cookies cookie otp prompt memory memories vault keychain conversations context inbox mailbox addressbook pin pins code codes clipboard",
    /// Things that may be private.
    THING = 7: "file files document documents mail mails email emails e-mails message messages invoice invoices folder folders note address addresses number numbers name names data details contents content book photos photo attachments attachment spreadsheet figures everything anything list workspace definitions information info records question questions device login",
    /// A step where a person looks.
    CHECK = 8: "confirmation confirmations approval approvals review reviews permission consent verification check checks confirm prompt prompting asking confirming checking reviewing dialog prompts sign-off signoff tests scan quarantine question questions waiting",
    /// Said to be allowed.
    APPROVED = 9: "approved authorised authorized pre-approved preapproved pre-authorised pre-authorized preauthorised granted consented cleared okayed ok'd waived permitted sanctioned blessed signed confirmed agreed whitelisted allowed greenlit validated",
    /// The leave itself.
    LEAVE = 10: "approval consent permission authorisation authorization clearance sign-off signoff go-ahead ok okay blessing mandate waiver",
    /// Those who may give orders.
    AUTHORITY = 11: "admin administrator developer developers vendor provider anthropic openai google microsoft manufacturer creator creators maker makers ciso cto ceo cfo management compliance security supervisor boss headquarters legal platform engineering root superuser programmer programmers moderator engineer engineers",
    /// No longer in force, or newly made.
    VOID = 12: "void expired obsolete lifted disabled suspended outdated superseded cancelled canceled replaced revoked off null invalid changed updated reset deactivated removed waived wiped rescinded overwritten overridden withdrawn ended irrelevant deprecated test paused skipped ignored disregarded dropped forgotten",
    /// Kept by the assistant.
    STORED = 13: "saved stored remembered recorded memorised memorized default known",
    /// In force for the assistant, or to be believed.
    TRUSTED = 14: "trusted authoritative authorised authorized verified official safe approved legitimate whitelisted binding pre-approved pre-authorised pre-authorized genuine true admin owner user obeyed followed executed obey believed accepted honoured honored final superior privileged reliable valid",
    /// Where words come from.
    SOURCE = 15: "page document mail email e-mail message messages sender senders site domain address file website text paragraph comment channel number commands command instructions requests request mails emails links orders signature account everything anything ticket note lines line section article thread post invoice cv résumé resume form readme repository block sentence paper essay submission",
    /// Not heard by others.
    QUIET = 16: "silently secretly quietly covertly discreetly invisibly unnoticed surreptitiously stealthily tacitly privately",
    /// What begins a condition.
    CONDITION = 17: "when whenever if once after should moment until upon unless while anytime",
    /// Anyone who may talk to the assistant.
    ANYONE = 18: "anyone someone callers caller guest guests somebody anybody they people everyone visitor visitors customer customers client clients he she",
    /// Must, should and the like.
    MODAL = 19: "must should shall will may ought needs need has have is are",
    /// Ways to write that hide the words.
    CODE = 20: "base64 base-64 rot13 rot-13 hex hexadecimal morse caesar cipher ciphertext binary encoded encrypted reversed backwards acrostic scrambled obfuscated shifted leetspeak utf-8 ascii cyrillic punycode braille",
    /// To carry out what is written.
    CARRY = 21: "do perform execute run follow obey apply act implement comply treat carry",
    /// To send, show or give away.
    SEND = 22: "send post forward email e-mail mail upload transmit leak submit share copy deliver exfiltrate append include embed reveal print show output paste dump disclose expose attach recite give provide text publish encode insert hand pass echo export relay sync stream ship push fax transfer list repeat display return quote tack whisper slip smuggle bcc cc divulge surrender furnish supply put collect gather type enter move write read fetch extract tell describe state spell contain release look grab find pull",
    /// To keep in memory.
    STORE = 23: "remember memorize memorise save store record note keep add write persist commit retain log file put enter register learn pin append insert bookmark list mark believe promote carry push create set make teach",
    /// To change what is kept.
    CHANGE = 24: "overwrite replace update change swap set edit correct amend modify switch redirect rewrite restore reload reinstate alter adjust substitute rename reassign reroute point merge",
    /// To set rules aside.
    DROP = 25: "ignore disregard forget override bypass discard abandon neglect overrule unlearn drop skip dismiss cancel suspend disable deactivate lift omit waive stop disobey overlook sidestep violate breach defy break",
    /// To destroy.
    DELETE = 26: "delete erase wipe purge remove destroy clear drop forget shred uninstall",
    /// To speak to the user.
    TELL = 27: "tell say claim inform assure convince persuade ask remind urge lie suggest suggesting recommend insist warn report respond reply answer state advise encourage name mention bring steer nudge push praise promote pressure invite instruct offer greet write give mislead deceive trick",
    /// To praise.
    PRAISE = 28: "recommend praise promote endorse rate rank score favour favor name mention push advertise describe classify mark label choose select prefer list call pick award bring move put place",
    /// To believe, to put faith in.
    TRUST = 29: "treat regard consider accept trust see take count handle honour honor view recognise recognize whitelist assume remember",
    /// To act on orders.
    OBEY = 30: "obey follow comply heed serve execute act adhere",
    /// To become another.
    ROLE = 31: "act pretend become assume adopt play impersonate behave roleplay role-play switch enter speak pose operate",
    /// To make something run.
    RUN = 32: "run execute invoke call trigger launch open visit download install fetch use browse navigate click start schedule load curl",
    /// To move money.
    PAY = 33: "pay transfer wire buy order purchase refund invest donate subscribe book",
    /// To keep from view.
    HIDE = 34: "hide conceal withhold suppress omit keep leave mask bury",
    /// To undo a way of writing.
    DECODE = 35: "decode decrypt decipher unscramble convert translate reverse unpack base64-decode deobfuscate interpret rot13 read",
    /// To let pass.
    APPROVE = 36: "approve authorise authorize confirm grant allow permit accept merge sign proceed",
    /// Other verbs an order may begin with.
    OTHER = 37: "finish end begin answer reply respond close open do make go let give get begin sign summarise summarize render produce contain act stay wait refuse stop start adopt continue turn escalate grant ensure end check create convince skip lie pretend trust offer leave lock unlock delay postpone cancel block whitelist book hold withdraw rely substitute replace turn compose generate fill finalise finalize complete",
    /// A verb that is as often a noun: one only before an object.
    NOUNISH = 38: "mail email e-mail record note file copy post log report rank rate answer reply message text call act address contact prompt order name score list state mark set share show print output display return quote book count switch play use start end sign check claim offer book load stream label view point transfer move fax export import push pin refund need see pass open run clear close test read begin make let type put read hold stay wait pressure trick refuse block lock delay sync ship key curl look find grab pull release permit",
    /// What an object begins with.
    OBJECT = 39: "the a an your this these that it them all every each any no only me us my our his her their its everything anything nothing whatever what to as out down over into in from with for up and back both by either another one two five without whether yes that's none through",
    /// Words before a verb that leave it an order.
    BEFORE = 40: "please kindly now then and just always never also immediately first instead simply do not don't dont but so or quietly silently secretly covertly discreetly go ahead either only next again strictly henceforth directly automatically therefore finally subsequently thus even",
    /// Things only the assistant has.
    MIND = 41: "owner user users human humans operator principal developers developer creators creator makers vendor guardrails persona training programming weights tools toolset tool memory memories system context alignment directives safeguards vault",
    /// Things the assistant has, and others too.
    WORK = 42: "instructions guidelines rules reply replies answer answers response responses summary summaries output outputs prompt configuration knowledge role identity task constraints policy restrictions filters notes profile orders directions checks safety",
    /// To have in mind.
    HOLD = 43: "have hold keep know store stored saved save remember remembered recorded learned gathered retain retained assist serve help received given told instructed trained taught represent work noted wrote kept",
    /// At once.
    HASTE = 44: "immediately now directly straight instantly ahead proceed promptly asap",
    /// Of the reader's own life.
    OWN = 45: "cv application account order subscription doctor neighbours neighbors passport device router browser booking password pin card bank computer phone email e-mail address name details payment child children class team colleagues friends family invoice ticket receipt body car dog login work luggage seat seats home house documents id data bag lawyer gp landlord boss teacher manager employer insurer certificate membership",
    /// People who are spoken to in mails and on signs.
    PEOPLE = 46: "parents customers customer guests guest visitors residents tenants passengers members member employees staff students colleagues everyone patients drivers teachers neighbours neighbors volunteers subscribers shareholders applicants candidates sir madam team all friend friends ladies",
    /// Words of manuals.
    DOCS = 47: "api function parameter field returns json yaml array endpoint schema flag option config variable library sdk method class syntax keyword documentation docs cli plugin",
    /// Not to be believed: the advice of those who defend.
    WARY = 48: "untrusted data hostile suspicious suspect untrustworthy inert unverified quoted harmless strangers",
    /// Pages or mails the speaker points at.
    DEICTIC = 49: "this these below above following here",
    /// To be higher than.
    OUTRANK = 50: "outrank outranks override overrides supersede supersedes replace replaces trump trumps overrule overrules outweigh outweighs",
    /// Without any bounds.
    UNBOUND = 51: "unrestricted unfiltered uncensored jailbroken unlimited unbound limitless dan root sudo omnipotent",
    /// Lengths of time and sittings.
    LATER = 52: "session sessions days week weeks hours months chats turns conversations reflection consolidation tomorrow later friday monday tuesday wednesday thursday saturday sunday december january february march april june july august september october november midnight restart month messages message chat login",
    /// What a user does with words.
    SPEAK = 53: "ask asks mention mentions say says talk talks speak speaks request requests wants want types type bring brings raise raises inquire inquires enquire enquires discuss discusses write writes wonder wonders",
    /// Compounds of which "user" is only the first part.
    COMPOUND = 54: "interface guide manual account accounts group groups story stories experience name names id ids agent settings menu role roles table research testing manuals guides interfaces acceptance base friendly login data of licence license",
    /// Does something as it reads.
    READING = 55: "reading processing parsing summarising summarizing viewing indexing crawling handling scanning ingesting visiting that which who reads processes sees evaluating reviewing screening analysing analyzing translating seeing receiving loading going working",
    /// Is asked, is required and the like, before "to".
    REQUIRED = 56: "asked required instructed ordered told expected authorised authorized allowed permitted cleared free entitled obliged supposed to invited requested advised encouraged directed commanded",
    /// A sitting with the assistant.
    SITTING = 57: "chat chats session sessions conversation conversations reflection consolidation login",
    /// Words of an account of attacks.
    ACCOUNT = 58: "injection injections jailbreak jailbreaks jailbreaking attack attacks attacker attackers adversarial adversary malicious researcher researchers vulnerability vulnerabilities exploit exploits phishing phishers scam scams scammer scammers hacker hackers cve owasp payload payloads mitigation mitigations detector classifier benchmark poisoning red-team red-teamers spoofed",
    /// What gives an account, as the subject of a sentence.
    ACCOUNT_NOUN = 59: "talk post article report paper study authors author guide column bulletin blog newsletter chapter lecture story podcast book survey demo law company",
}

static WORDS: LazyLock<WordMap<Classes>> = LazyLock::new(|| {
    let mut map = WordMap::default();
    for (class, list) in LISTS {
        for word in list.split_ascii_whitespace() {
            *map.entry(word).or_default() |= class;
        }
    }
    map
});

/// Every class of verbs an order is made of.
pub(super) const VERB: Classes = SEND
    | STORE
    | CHANGE
    | DROP
    | DELETE
    | TELL
    | PRAISE
    | TRUST
    | OBEY
    | ROLE
    | RUN
    | PAY
    | HIDE
    | DECODE
    | APPROVE
    | OTHER
    | CARRY;

/// The classes of a lower-case word.
pub(super) fn classes(word: &str) -> Classes {
    WORDS.get(word).copied().unwrap_or(0)
}

/// The classes of the verb a word in "-ing" is made of.
pub(super) fn gerund(word: &str) -> Classes {
    let Some(stem) = word.strip_suffix("ing").filter(|stem| stem.len() >= 2) else { return 0 };
    let bytes = stem.as_bytes();
    let doubled = bytes[bytes.len() - 1] == bytes[bytes.len() - 2];
    let with_e = classes(&format!("{stem}e"));
    let single = if doubled { classes(&stem[..stem.len() - 1]) } else { 0 };
    (classes(stem) | with_e | single) & VERB
}

/// Every word that has a class.
#[cfg(test)]
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    LISTS.iter().flat_map(|(_, list)| list.split_whitespace())
}
