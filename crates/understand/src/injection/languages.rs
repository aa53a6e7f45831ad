//! Orders to the assistant in other languages: one row of word stems a language.
//!
//! A sentence alarms when it holds the classes an order needs: to drop, whose and the rules; or the
//! assistant called upon and something to do; or something to do with the user's private things.

use std::sync::LazyLock;

use soulfile_text::literals::Literals;
use soulfile_text::stems::{Stems, letters};

use super::Sign;

/// Word stems of one language, by what they do in an order; `|` stands between them.
struct Language {
    /// Its code, or that of the first of a family.
    code: &'static str,
    /// To ignore, to forget.
    drop: &'static str,
    /// Your, previous, all.
    whose: &'static str,
    /// Instructions, rules.
    rules: &'static str,
    /// The assistant, called upon.
    agent: &'static str,
    /// To send, delete, reveal, remember.
    act: &'static str,
    /// The user, the owner.
    person: &'static str,
    /// Memory, passwords, contacts.
    data: &'static str,
    /// When, as soon as, from now on.
    when: &'static str,
}

#[rustfmt::skip]
const LANGUAGES: &[Language] = &[
    // Spanish
    Language { code: "es", drop: "ignora|ignore|olvida|olvide|descarta|desobedece|omite|haz caso omiso|no sigas", whose: "anterior|previas|tus |todas las|todo lo|sus |tu ", rules: "instrucciones|reglas|indicaciones|directrices|normas|órdenes|lo que te", agent: "asistente|agente de ia|agentes de ia|inteligencia artificial|modelo de lenguaje|modelos de ia|modelos de lenguaje|ia:|ia,", act: "digan|recomienden|envíen|guarden|registren|registra|anoten|anota|respondan|acepta|aprueba|transfiere|califica|envía|envia|manda|borra|elimina|revela|recuerda|guarda|escribe|di |dile|recomienda|reenvía|muestra|responde|publica|apunta", person: "usuario|dueño|propietario|usuaria", data: "contraseña|memoria|contactos|notas privadas|secretos|historial|datos|claves", when: "cuando|en cuanto|a partir de ahora|la próxima vez|cada vez|si el usuario" },
    // French
    Language { code: "fr", drop: "ignore|oublie|ne tiens pas compte|néglige|fais abstraction|ne tenez pas compte|désobéis", whose: "précédent|tes |vos |toutes les|antérieur|ton |tout ce", rules: "instructions|règles|consignes|directives|ordres|message système", agent: "assistant|agent ia|agents ia|intelligence artificielle|modèle de langage|modèles de langage|modèles|ia :|ia:|ia,", act: "enregistrez|enregistre|dites|recommandez|notez|répondez|acceptez|accepte|mémorisez|oubliez|envoie|envoyez|supprime|révèle|souviens-toi|mémorise|enregistre|écris|dis |dis-lui|recommande|transfère|affiche|réponds|transmets|note|retiens|copie|publie", person: "utilisateur|utilisatrice|propriétaire", data: "mot de passe|mots de passe|mémoire|contacts|notes privées|secrets|historique|données|clés", when: "quand|dès que|à partir de maintenant|désormais|la prochaine fois|chaque fois|si l'utilisateur|lorsque" },
    // German
    Language { code: "de", drop: "ignorier|vergiss|missachte|vergessen sie|verwirf|übergehe|setze dich über", whose: "vorherig|bisherig|deine|ihre |alle |früher|alles|obigen", rules: "anweisung|regeln|vorgaben|instruktion|befehle|richtlinien|systemprompt|was dir|vorschriften", agent: "assistent|ki-agent|ki-modell|ki-system|ki-assistent|ki:|ki,|sprachmodell|künstliche intelligenz", act: "empfehlt|empfehlen|antwortet|speichert|sagt|bewerte|bewertet|löscht|sendet|schreibt|merkt euch|akzeptiere|bestätige|überweise|ändere|ersetze|genehmige|sende|schicke|lösche|verrate|merke dir|merk dir|speichere|schreibe|sage |sag |empfiehl|leite|zeige|antworte|übermittle|gib |trage", person: "nutzer|benutzer|besitzer|eigentümer|anwender", data: "passw|speicher|gedächtnis|kontakte|private notizen|geheimnis|verlauf|daten|schlüssel|notizen", when: "sobald|wenn|ab jetzt|ab sofort|von nun an|beim nächsten|jedes mal|künftig" },
    // Italian
    Language { code: "it", drop: "ignora|dimentica|trascura|non seguire|disobbedisci|tralascia", whose: "precedenti|tue |tutte le|tuoi |tutto ciò|tua ", rules: "istruzioni|regole|direttive|indicazioni|ordini", agent: "assistente|agente ia|agenti ia|intelligenza artificiale|modello linguistico|modelli di ia|ia:|ia,", act: "dite|consigliate|registra|inviate|salvate|accetta|approva|conferma|sostituisci|invia|manda|cancella|elimina|rivela|ricorda|memorizza|salva|scrivi|di' |consiglia|inoltra|mostra|rispondi", person: "utente|proprietario", data: "password|memoria|contatti|note private|segreti|cronologia|dati|chiavi", when: "quando|appena|d'ora in poi|da ora in poi|la prossima volta|ogni volta" },
    // Portuguese
    Language { code: "pt", drop: "ignore|ignora|esqueça|esquece|desconsidere|desobedeça|não siga", whose: "anteriores|suas |todas as|seus |tuas |prévias|tudo o que|anterior", rules: "instruções|regras|diretrizes|ordens|orientações", agent: "assistente|agente de ia|agentes de ia|inteligência artificial|modelo de linguagem|modelos de ia|ia:|ia,", act: "digam|recomendem|salvem|aceite|aprove|confirme|registre|registe|substitua|troque|envie|envia|mande|apague|exclua|revele|lembre|guarde|salve|escreva|diga|recomende|encaminhe|mostre|responda|memorize", person: "usuário|utilizador|dono|proprietário", data: "senha|memória|contatos|contactos|notas privadas|segredos|histórico|dados|chaves", when: "quando|assim que|a partir de agora|da próxima vez|sempre que|cada vez" },
    // Dutch
    Language { code: "nl", drop: "negeer|vergeet|sla |laat |veronachtzaam", whose: "vorige|eerdere|je |jouw|alle |uw |voorgaande|alles", rules: "instructies|regels|opdrachten|richtlijnen|aanwijzingen", agent: "assistent|ai-agent|taalmodel", act: "stuur|verwijder|onthul|onthoud|bewaar|schrijf|zeg |beveel|antwoord|toon|vertel", person: "gebruiker|eigenaar", data: "wachtwoord|geheugen|contacten|privénotities|geheim|geschiedenis|gegevens|sleutels", when: "zodra|wanneer|vanaf nu|de volgende keer|elke keer|als de" },
    // Russian
    Language { code: "ru", drop: "игнорируй|забудь|проигнорируй|отбрось|не следуй|отмени|не обращай внимания", whose: "предыдущ|твои|свои|все |прежни|ваши|прошлы|всё", rules: "инструкци|правила|указани|команды|директив|промпт|настройк", agent: "ассистент|помощник|ии-агент|нейросеть|бот,|языковая модель", act: "отправь|перешли|удали|раскрой|запомни|сохрани|запиши|скажи|сообщи|порекомендуй|рекомендуй|покажи|ответь|выведи|пришли|передай", person: "пользовател|владел|хозя", data: "парол|памят|контакт|личные заметки|секрет|истори|данны|ключи|заметк", when: "когда|как только|отныне|с этого момента|в следующий раз|каждый раз|если пользователь|впредь" },
    // Ukrainian
    Language { code: "uk", drop: "ігноруй|забудь|проігноруй|відкинь|не зважай", whose: "попередн|твої|свої|усі |всі |ваші", rules: "інструкці|правила|вказівк|команди|директив", agent: "асистент|помічник|мовна модель", act: "надішли|видали|розкрий|запам'ятай|запам’ятай|збережи|запиши|скажи|порекомендуй|покажи", person: "користувач|власник", data: "парол|пам'ят|пам’ят|контакт|секрет|істор|дані|ключі", when: "коли|щойно|відтепер|наступного разу|щоразу" },
    // Polish
    Language { code: "pl", drop: "zignoruj|ignoruj|zapomnij|pomiń|odrzuć|nie przestrzegaj", whose: "poprzedni|swoje|twoje|wszystkie|wszystko|wcześniejsz|swoich", rules: "instrukcj|zasad|polece|wytyczn|reguł", agent: "asystencie|asystent|agencie ai|model językowy|sztuczna inteligencj", act: "wyślij|usuń|ujawnij|zapamiętaj|zapisz|powiedz|poleć|pokaż|odpowiedz|prześlij", person: "użytkownik|właściciel", data: "hasł|pamię|kontakt|prywatne notatki|sekret|histori|dane|klucze", when: "kiedy|gdy|jak tylko|od teraz|następnym razem|za każdym razem" },
    // Czech
    Language { code: "cs", drop: "ignoruj|zapomeň|přehlížej|neřiď se|zahoď", whose: "předchozí|své|tvé|všechny|všechna|veškeré|dosavadní", rules: "instrukce|pokyny|pravidla|příkazy", agent: "asistente|asistent|jazykový model", act: "pošli|odešli|smaž|prozraď|zapamatuj|ulož|napiš|řekni|doporuč|ukaž", person: "uživatel|majitel|vlastník", data: "hesl|paměť|kontakty|tajemství|histori|údaje|klíče|poznámky", when: "když|jakmile|od teď|příště|pokaždé" },
    // Swedish, Danish, Norwegian
    Language { code: "sv", drop: "ignorera|glöm|bortse|ignorer|glem|se bort fra", whose: "tidigare|föregående|dina|alla |tidligere|dine|alle |forrige", rules: "instruktion|regler|anvisning|instruks|retningslinjer", agent: "assistent|språkmodell|sprogmodel", act: "skicka|radera|avslöja|kom ihåg|spara|skriv|säg|rekommendera|visa|svara|send |slet|husk|gem |sig |anbefal|fortell|lagre", person: "användar|ägar|brukeren|brugeren|ejeren|eieren", data: "lösenord|minne|kontakter|hemlig|historik|uppgifter|passord|adgangskode|hukommelse|nøgler", when: "när |så snart|från och med nu|nästa gång|varje gång|når |fra nå av|fra nu af|neste gang|næste gang" },
    // Turkish
    Language { code: "tr", drop: "yok say|görmezden gel|unut|dikkate alma|boşver|göz ardı et", whose: "önceki|tüm|bütün|sana|kendi|daha önce", rules: "talimat|kural|komut|yönerge|emir", agent: "asistan|yapay zek|dil modeli", act: "gönder|sil|açıkla|hatırla|kaydet|yaz|söyle|öner|göster|ilet", person: "kullanıcı|sahib", data: "şifre|parola|hafıza|bellek|kişiler|özel notlar|gizli|geçmiş|veri|anahtar", when: "zaman|bundan sonra|bundan böyle|bir dahaki sefer|her sefer|sorduğunda" },
    // Vietnamese
    Language { code: "vi", drop: "bỏ qua|hãy quên|phớt lờ|không tuân", whose: "trước|của bạn|tất cả|mọi", rules: "hướng dẫn|chỉ dẫn|quy tắc|lệnh|chỉ thị", agent: "trợ lý|mô hình ngôn ngữ", act: "gửi|xóa|xoá|tiết lộ|ghi nhớ|lưu|viết|nói|khuyên|chuyển", person: "người dùng|chủ sở hữu|chủ nhân", data: "mật khẩu|bộ nhớ|danh bạ|bí mật|lịch sử|dữ liệu|khóa|ghi chú", when: "khi |từ bây giờ|từ nay|lần sau|mỗi khi" },
    // Indonesian, Malay
    Language { code: "id", drop: "abaikan|lupakan|jangan ikuti", whose: "sebelumnya|anda|semua|kamu", rules: "instruksi|aturan|perintah|pedoman|arahan", agent: "asisten|pembantu ai|model bahasa", act: "kirim|hapus|ungkap|ingat|simpan|tulis|katakan|beri tahu|rekomendasikan|teruskan|tampilkan", person: "pengguna|pemilik", data: "kata sandi|memori|ingatan|kontak|rahasia|riwayat|data|kunci|catatan pribadi", when: "ketika|saat |mulai sekarang|lain kali|setiap kali|begitu" },
    // Greek
    Language { code: "el", drop: "αγνόησε|ξέχασε|παράβλεψε|αγνοήστε", whose: "προηγούμεν|σου|όλες|όλους|σας", rules: "οδηγίες|κανόνες|εντολές", agent: "βοηθέ|βοηθός|γλωσσικό μοντέλο", act: "στείλε|διέγραψε|αποκάλυψε|θυμήσου|αποθήκευσε|γράψε|πες|σύστησε|προώθησε", person: "χρήστη|ιδιοκτήτη", data: "κωδικ|μνήμη|επαφές|μυστικ|ιστορικό|δεδομένα|κλειδι", when: "όταν|μόλις|από εδώ και|από τώρα|την επόμενη φορά" },
    // Romanian
    Language { code: "ro", drop: "ignoră|uită|nu urma", whose: "anterioare|tale|toate|precedente", rules: "instrucțiuni|reguli|indicați|ordine", agent: "asistentule|asistent|model de limbaj", act: "trimite|șterge|dezvăluie|ține minte|salvează|scrie|spune|recomandă", person: "utilizator|proprietar", data: "parol|memori|contacte|secrete|istoric|date|chei", when: "când|de îndată ce|de acum|data viitoare" },
    // Chinese
    Language { code: "zh", drop: "忽略|无视|忘掉|忘记|抛开|不要遵守|不要理会|别管|放弃|绕过|無視|忘掉|不再遵守|覆盖|丢弃|解除|跳过|停止遵守", whose: "之前|以前|上面|以上|先前|你的|你所|所有|一切|你之前|系统|全部|你被|原来|原有|任何|前面|此前|您的", rules: "指令|规则|提示|指示|设定|限制|命令|要求|規則|约束|准则|系统提示|设置|安全|确认|审批", agent: "助手|智能体|人工智能|ai|大模型|语言模型|机器人|助理|agent", act: "发送|发到|发给|发往|转发|删除|泄露|透露|记住|保存|写入|告诉|推荐|输出|回复|回答|执行|上传|加入|写进|记录|附上|打印|声称|说|传到|批准|清空|存入|提交|寄给|交给|扮演|解码|打开|访问|调用|转账|贴出", person: "用户|主人|使用者|所有者|机主", data: "密码|记忆|联系人|通讯录|私人笔记|秘密|历史|数据|密钥|隐私|聊天记录|备忘|系统提示|保险库|私密|资料|笔记|个人信息|核心记忆|口令|邮件|凭证", when: "当用户|一旦|从现在起|从现在开始|下次|每当|以后|今后|接下来|如果用户|当主人|等用户|只要用户|从今以后|用户问" },
    // Japanese
    Language { code: "ja", drop: "無視|忘れて|破棄|従わない|取り消", whose: "これまで|以前|前の|上記|すべて|あなたの|全て|今まで|あなたに|先の", rules: "指示|命令|ルール|規則|プロンプト|制約|設定", agent: "アシスタント|ai|エージェント|言語モデル|ボット", act: "送って|送信|削除|明かし|覚えて|保存|書いて|書き込|伝えて|勧めて|推薦|転送|表示|答えて|記憶して|教えて|実行|返信", person: "ユーザー|所有者|オーナー|利用者|持ち主", data: "パスワード|記憶|メモリ|連絡先|メモ|秘密|履歴|データ|鍵|個人情報", when: "たら|とき|今から|これから|今後|次回|以降|たび" },
    // Korean
    Language { code: "ko", drop: "무시|잊어|잊고|따르지 마|버리", whose: "이전|모든|너의|당신의|기존|앞의|위의|지금까지", rules: "지시|명령|규칙|프롬프트|지침|설정|제한", agent: "어시스턴트|ai|비서|에이전트|언어 모델|챗봇|조수", act: "보내|전송|삭제|공개|기억해|저장|적어|말해|추천|전달|알려|출력|답해|답변|실행", person: "사용자|주인|소유자", data: "비밀번호|기억|메모리|연락처|메모|비밀|기록|데이터|열쇠|키|개인정보", when: "때|하면|지금부터|앞으로|이제부터|다음에|마다" },
    // Arabic
    Language { code: "ar", drop: "تجاهل|انس |انسَ|لا تتبع|تجاهلي|اترك", whose: "السابق|جميع|كل |الخاصة بك|تعليماتك|قواعدك|كافة", rules: "تعليمات|قواعد|أوامر|توجيهات|القيود", agent: "المساعد|مساعد|الذكاء الاصطناعي|نموذج لغ|الوكيل", act: "أرسل|ارسل|احذف|اكشف|تذكر|احفظ|اكتب|أخبر|اخبر|انصح|أوص|حوّل|أظهر|قل ", person: "المستخدم|المالك|صاحب", data: "كلمة المرور|كلمات المرور|الذاكرة|ذاكرتك|جهات الاتصال|الأسرار|السجل|بيانات|مفاتيح|ملاحظات", when: "عندما|بمجرد|من الآن|في المرة القادمة|كلما|إذا سأل" },
    // Persian
    Language { code: "fa", drop: "نادیده بگیر|فراموش کن|توجه نکن", whose: "قبلی|همه|تمام|خود|پیشین", rules: "دستور|قوانین|قواعد|راهنما", agent: "دستیار|هوش مصنوعی|مدل زبانی", act: "بفرست|ارسال کن|حذف کن|پاک کن|فاش کن|به خاطر بسپار|ذخیره کن|بنویس|بگو|توصیه کن", person: "کاربر|صاحب|مالک", data: "رمز|گذرواژه|حافظه|مخاطبین|محرمانه|تاریخچه|داده|کلید|یادداشت", when: "وقتی|به محض|از این پس|از حالا|دفعه بعد|هر بار" },
    // Hebrew
    Language { code: "he", drop: "התעלם|שכח|התעלמי|אל תציית", whose: "הקודמות|כל |שלך|הקודמים", rules: "הוראות|כללים|הנחיות|פקודות|ההוראות|הכללים", agent: "עוזר|העוזר|בינה מלאכותית|מודל שפה|סוכן", act: "שלח|מחק|חשוף|זכור|שמור|כתוב|אמור|המלץ|העבר|הצג|ספר ל", person: "המשתמש|הבעלים|משתמש", data: "סיסמ|זיכרון|זכרון|אנשי הקשר|סודות|היסטור|נתונים|מפתחות|פתקים", when: "כאשר|ברגע ש|מעכשיו|בפעם הבאה|בכל פעם|כשהמשתמש" },
    // Hindi
    Language { code: "hi", drop: "अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल जा|मत मान|उपेक्षा", whose: "पिछले|सभी|अपने|पहले|पूर्व|पिछली|सारे", rules: "निर्देश|नियम|आदेश|हिदायत", agent: "सहायक|एआई|असिस्टेंट|भाषा मॉडल", act: "भेज|हटा|मिटा|प्रकट|याद रख|सहेज|लिख|बता|सुझा|दिखा", person: "उपयोगकर्ता|यूज़र|मालिक|यूजर", data: "पासवर्ड|स्मृति|मेमोरी|संपर्क|गुप्त|इतिहास|डेटा|कुंजी|नोट्स", when: "जब |जैसे ही|अब से|अगली बार|हर बार" },
    // Thai
    Language { code: "th", drop: "เพิกเฉย|ลืม|ละเลย|ไม่ต้องสนใจ|อย่าทำตาม", whose: "ก่อนหน้า|ทั้งหมด|ของคุณ|เดิม", rules: "คำสั่ง|กฎ|คำแนะนำ|ข้อกำหนด", agent: "ผู้ช่วย|เอไอ|โมเดลภาษา", act: "ส่ง|ลบ|เปิดเผย|จดจำ|จำไว้|บันทึก|เขียน|บอก|แนะนำ", person: "ผู้ใช้|เจ้าของ", data: "รหัสผ่าน|ความจำ|ผู้ติดต่อ|ความลับ|ประวัติ|ข้อมูล|กุญแจ|บันทึกส่วนตัว", when: "เมื่อ|ทันทีที่|ตั้งแต่นี้|ครั้งต่อไป|ทุกครั้ง" },
    // Hungarian, Finnish
    Language { code: "hu", drop: "hagyd figyelmen kívül|felejtsd el|ne kövesd|unohda|jätä huomiotta|älä noudata", whose: "korábbi|előző|minden|aiemmat|kaikki|edelliset|összes", rules: "utasítás|szabály|ohjeet|säännöt|käskyt|ohjeesi|sääntösi", agent: "asszisztens|nyelvi modell|avustaja|kielimalli|tekoäly", act: "küldd|töröld|fedd fel|jegyezd meg|mentsd|írd|mondd|ajánld|lähetä|poista|paljasta|muista|tallenna|kirjoita|sano|suosittele", person: "felhasználó|tulajdonos|käyttäj|omistaj", data: "jelsz|memóri|névjegy|titk|előzmény|adat|kulcs|salasan|muisti|yhteystie|salaisuu|histori", when: "amikor|amint|mostantól|legközelebb|kun |tästä lähtien|ensi kerralla" },
];

const CLASSES: usize = 8;

/// For each stem: its language, its class.
type Meaning = (usize, usize);

static STEMS: LazyLock<(Stems, Vec<Meaning>)> = LazyLock::new(|| {
    let mut words = Vec::new();
    let mut meaning = Vec::new();
    for (language, row) in LANGUAGES.iter().enumerate() {
        let classes = [row.drop, row.whose, row.rules, row.agent, row.act, row.person, row.data, row.when];
        for (class, stems) in classes.into_iter().enumerate() {
            for stem in stems.split('|') {
                words.push(stem);
                meaning.push((language, class));
            }
        }
    }
    (Stems::new(words), meaning)
});

/// "You are now …" in other languages; an attack when rules, limits or rank follow.
#[rustfmt::skip]
const ROLES: &[&str] = &[
    "ahora eres", "a partir de ahora eres", "tu es maintenant", "tu es désormais", "vous êtes désormais", "du bist jetzt", "du bist ab sofort", "ab jetzt bist du", "adesso sei", "ora sei", "d'ora in poi sei", "agora você é", "agora és", "je bent nu", "jij bent nu", "ты теперь", "теперь ты", "отныне ты", "ти тепер", "jesteś teraz", "teraz jesteś", "nyní jsi", "du är nu", "artık sen", "sen artık", "bạn bây giờ là", "kamu sekarang", "anda sekarang", "你现在是", "从现在起你是", "你不再是", "从现在开始你是", "あなたは今から", "今からあなたは", "너는 이제", "당신은 이제", "أنت الآن", "तुम अब", "आप अब", "คุณคือ", "אתה עכשיו", "είσαι τώρα", "تو اکنون",
];
const LIMITS: &[&str] = &[
    "restric",
    "sin reglas",
    "sin límites",
    "sans règle",
    "sans limite",
    "einschränk",
    "ohne regeln",
    "beschränk",
    "senza regole",
    "senza limiti",
    "sem regras",
    "sem limites",
    "zonder regels",
    "beperking",
    "без ограничен",
    "без правил",
    "bez ogranicze",
    "bez omezení",
    "kısıtla",
    "kural",
    "giới hạn",
    "batasan",
    "限制",
    "约束",
    "制限",
    "제한",
    "قيود",
    "प्रतिबंध",
    "root",
    "admin",
    "dan",
    "管理员",
    "主人",
    "無制限",
    "무제한",
];

/// Words of an account in other languages: reported, not ordered.
const ACCOUNT: &[&str] = &[
    "ataque",
    "attaque",
    "angriff",
    "attacco",
    "атак",
    "攻击",
    "攻撃",
    "공격",
    "هجوم",
    "हमल",
    "saldırı",
    "tấn công",
    "serangan",
    "ejemplo",
    "exemple",
    "beispiel",
    "例如",
    "比如",
    "例えば",
    "예를 들",
    "например",
    "inyección",
    "injection",
    "注入",
    "инъекци",
    "研究",
    "论文",
    "文章",
    "forscher",
    "chercheur",
    "investigador",
    "исследовател",
    "越狱",
    "jailbreak",
    "所谓",
    "示例",
    "学者",
    "讲座",
    "phishing",
    "钓鱼",
    "诈骗",
    "讨论",
    "防止",
    "介绍",
    "文档",
];

pub(super) fn scan(text: &str, found: &mut Vec<Sign>) {
    // Spanish "ignora", Dutch "negeer" and the like are plain ASCII, so no shortcut on ASCII text.
    let lower = text.to_lowercase();
    let same_length = lower.len() == text.len();
    let mut start = 0;
    for sentence in lower.split_inclusive(['.', '!', '?', '\n', '。', '！', '？', '।', '؟']) {
        let end = start + sentence.len();
        let ordered = || takes_role(sentence).then_some("role_system").or_else(|| order_in(sentence));
        if let Some(kind) = ordered().filter(|_| !ACCOUNT.iter().any(|word| sentence.contains(word))) {
            let span = if same_length { start..end } else { 0..text.len() };
            found.push((kind, span, true));
        }
        start = end;
    }
}

/// Says whether a sentence gives the assistant another role, without rules or with a rank.
fn takes_role(sentence: &str) -> bool {
    static ANY: LazyLock<Literals> = LazyLock::new(|| Literals::new(ROLES.iter().copied()));
    ANY.is_match(sentence) && LIMITS.iter().any(|limit| sentence.contains(limit))
}

/// The family of the order a sentence gives.
fn order_in(sentence: &str) -> Option<&'static str> {
    let (stems, meaning) = &*STEMS;
    let mut seen = [[usize::MAX; CLASSES]; LANGUAGES.len()];
    let mut last = [[0usize; CLASSES]; LANGUAGES.len()];
    for (start, first, begins) in letters(sentence) {
        // Stems of spaced scripts begin a word.
        let spaced = first.is_ascii_alphabetic();
        if spaced && !begins {
            continue;
        }
        for (stem, length) in stems.at(&sentence[start..]) {
            let end = start + length;
            // The shortest are whole words.
            let goes_on = || sentence[end..].starts_with(|c: char| c.is_ascii_alphanumeric());
            if spaced && length <= 3 && !sentence[..end].ends_with(' ') && goes_on() {
                continue;
            }
            let (language, class) = meaning[stem];
            seen[language][class] = seen[language][class].min(start);
            last[language][class] = last[language][class].max(end);
        }
    }
    for (language, classes) in seen.iter().enumerate() {
        let has = |class: usize| classes[class] != usize::MAX;
        // Every order has a verb.
        if !has(0) && !has(4) {
            continue;
        }
        let [drop, whose, rules, agent, act, person, data, when] = [0, 1, 2, 3, 4, 5, 6, 7];
        let near = |a: usize, b: usize, reach: usize| {
            last[language][b] > classes[a] && last[language][b] - classes[a] <= reach
        };
        let code = LANGUAGES[language].code;
        let verb_final = matches!(code, "tr" | "ja" | "ko" | "fa" | "hi" | "ar");
        // Stems of these scripts cannot be mistaken for words of another language.
        let own_script = matches!(code, "zh" | "ja" | "ko" | "ar" | "fa" | "he" | "hi" | "th" | "hu");
        if has(drop)
            && has(whose)
            && has(rules)
            && (near(drop, rules, 120) || verb_final && near(rules, drop, 160))
            && leads(sentence, classes[drop], verb_final)
        {
            return Some("override");
        }
        let called = has(agent)
            && (classes[agent] < 24 || sentence[..classes[agent]].trim_end().ends_with(['>', ':', '-', ',']))
            && sentence[classes[agent]..]
                .chars()
                .take(30)
                .any(|c| matches!(c, ',' | ':' | '，' | '：' | '、' | '!' | '،' | '！'));
        let named = called && sentence[classes[agent]..].chars().take(30).any(|c| matches!(c, ':' | '：'));
        if called
            && has(act)
            && (has(person) || has(data) || has(rules) || named && last[language][act] > classes[agent])
        {
            return Some(if has(data) { "exfiltration" } else { "override" });
        }
        if has(when)
            && has(person)
            && has(act)
            && classes[when] <= classes[person]
            && last[language][act] > classes[person]
            && leads_or_second(sentence, classes[when])
            && (own_script || has(data) || has(rules) || called)
        {
            return Some("delayed_trigger");
        }
        // What users may do themselves is told in manuals.
        let by_user = code == "zh"
            && ["用户可", "用户能", "用户在", "用户需", "用户应"].iter().any(|word| sentence.contains(word));
        if by_user {
            continue;
        }
        if has(act)
            && has(person)
            && has(data)
            && leads(sentence, classes[act], verb_final)
            && (near(act, data, 140) || verb_final)
        {
            return Some("exfiltration");
        }
        if has(when) && has(act) && has(rules) && has(whose) && has(agent) {
            return Some("override");
        }
    }
    None
}

/// An order's verb stands early in its sentence, except where verbs come last.
fn leads(sentence: &str, at: usize, verb_final: bool) -> bool {
    if verb_final {
        return true;
    }
    let before = &sentence[..at.min(sentence.len())];
    let clause = before.rsplit([',', ':', ';', '，', '：', '；', '—', '>', '、', '»', '(']).next().unwrap_or("");
    clause.trim().chars().count() <= 24
}

fn leads_or_second(sentence: &str, at: usize) -> bool {
    leads(sentence, at, false)
}
