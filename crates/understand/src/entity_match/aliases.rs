//! Names of one thing that no rule of spelling connects: exonyms, translations, pet names.
//!
//! General knowledge only; a workspace's own aliases live in its entity files.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Each row is one thing; entries are folded (lower case, no accents, no spaces).
#[rustfmt::skip]
const GROUPS: &[&str] = &[
    // cities
    "brussels bruxelles brussel 布鲁塞尔", "munich munchen muenchen 慕尼黑", "vienna wien 维也纳", "cologne koln koeln 科隆", "florence firenze 佛罗伦萨", "venice venezia 威尼斯",
    "rome roma 罗马", "milan milano 米兰", "turin torino 都灵", "naples napoli", "genoa genova", "lisbon lisboa 里斯本", "prague praha prag 布拉格", "warsaw warszawa 华沙", "cracow krakow",
    "moscow moskva moskau 莫斯科", "copenhagen kobenhavn 哥本哈根", "gothenburg goteborg", "geneva geneve genf 日内瓦", "zurich zuerich 苏黎世", "basel basle bale", "athens athina 雅典",
    "seville sevilla", "thehague denhaag hague", "antwerp antwerpen anvers", "ghent gent gand", "bruges brugge", "nuremberg nurnberg nuernberg", "hanover hannover", "bucharest bucuresti",
    "belgrade beograd", "kiev kyiv kiyiv 基辅", "beijing peking 北京", "shanghai 上海", "guangzhou canton 广州", "nanjing nanking 南京", "chengdu 成都", "shenzhen 深圳", "hangzhou 杭州", "tianjin 天津",
    "chongqing chungking 重庆", "wuhan 武汉", "xian 西安", "suzhou 苏州", "qingdao tsingtao 青岛", "hongkong hk 香港", "macau macao 澳门", "taipei 台北", "tokyo 东京 東京", "osaka 大阪", "kyoto 京都",
    "seoul 서울 首尔", "mumbai bombay 孟买", "kolkata calcutta", "chennai madras", "bengaluru bangalore", "istanbul constantinople 伊斯坦布尔", "hochiminhcity saigon 胡志明市", "yangon rangoon",
    "london londres londra 伦敦", "paris parigi 巴黎", "berlin 柏林", "newyork newyorkcity nyc 纽约", "losangeles la 洛杉矶", "sanfrancisco sf 旧金山", "washingtondc washingtond.c. dc", "chicago 芝加哥", "boston 波士顿",
    "sydney 悉尼", "singapore 新加坡 singapur", "bangkok 曼谷 krungthep", "hamburg 汉堡", "frankfurt frankfurtammain 法兰克福", "barcelona 巴塞罗那", "madrid 马德里", "amsterdam 阿姆斯特丹", "dublin bailea thacliath 都柏林",
    "stpetersburg saintpetersburg sanktpeterburg leningrad 圣彼得堡", "gdansk danzig", "wroclaw breslau", "strasbourg strassburg", "luxembourg luxemburg 卢森堡", "marseille marseilles", "lyon lyons", "edinburgh duneideann 爱丁堡",
    "cairo alqahirah 开罗", "jerusalem yerushalayim alquds", "mecca makkah", "toronto 多伦多", "vancouver 温哥华", "mexicocity ciudaddemexico cdmx", "riodejaneiro rio", "philadelphia philly", "lasvegas vegas", "neworleans nola",
    // countries
    "unitedstates usa us america unitedstatesamerica unitedstatesofamerica 美国 u.s. u.s.a.", "unitedkingdom uk greatbritain britain 英国", "germany deutschland allemagne 德国", "france frankreich 法国", "spain espana spanien 西班牙", "italy italia italien 意大利",
    "netherlands holland nederland 荷兰", "switzerland schweiz suisse svizzera 瑞士", "austria osterreich oesterreich 奥地利", "belgium belgique belgie 比利时", "japan nippon nihon 日本", "china prc 中国", "southkorea republickorea korea 韩国",
    "czechia czechrepublic cesko 捷克", "turkey turkiye 土耳其", "myanmar burma 缅甸", "ivorycoast cotedivoire", "finland suomi 芬兰", "sweden sverige 瑞典", "norway norge 挪威", "denmark danmark 丹麦", "greece hellas ellada 希腊",
    "hungary magyarorszag 匈牙利", "poland polska 波兰", "russia rossiya russianfederation 俄罗斯", "canada 加拿大", "australia 澳大利亚 澳洲", "india bharat 印度", "brazil brasil 巴西", "mexico 墨西哥", "unitedarabemirates uae emirates 阿联酋",
    "croatia hrvatska", "eswatini swaziland", "srilanka ceylon", "iran persia 伊朗", "thailand siam 泰国", "vietnam 越南", "portugal 葡萄牙", "ireland eire 爱尔兰", "scotland alba 苏格兰", "egypt misr 埃及", "newzealand aotearoa nz 新西兰", "northmacedonia macedonia", "capeverde caboverde", "easttimor timorleste",
    "europeanunion eu 欧盟", "unitednations un 联合国",
    // concepts
    "machinelearning ml 机器学习", "deeplearning 深度学习", "artificialintelligence ai 人工智能", "neuralnetwork neuralnetworks neuralnet neuralnets 神经网络", "database databases db 数据库", "naturallanguageprocessing nlp 自然语言处理", "bigdata 大数据", "cloudcomputing 云计算",
    "blockchain 区块链", "algorithm algorithms 算法", "operatingsystem os 操作系统", "computervision cv 计算机视觉", "reinforcementlearning rl 强化学习", "vectordatabase vectordb 向量数据库", "microservices microservice 微服务", "knowledgegraph kg 知识图谱",
    "largelanguagemodel llm largelanguagemodels llms 大语言模型", "internetofthings iot internetthings 物联网", "userexperience ux", "userinterface ui", "continuousintegration ci 持续集成", "continuousdelivery cd", "testdrivendevelopment tdd", "objectorientedprogramming oop 面向对象编程",
    "graphneuralnetwork gnn", "augmentedreality ar 增强现实", "virtualreality vr 虚拟现实", "photosynthesis 光合作用", "gravity gravitation", "celiacdisease celiac", "attentiondeficithyperactivitydisorder adhd", "quantumcomputing 量子计算", "encryption 加密", "opensource 开源", "regularexpression regex regexp regularexpressions 正则表达式", "dataset", "relationaldatabase rdb", "proofofconcept poc", "keyperformanceindicator kpi", "returnoninvestment roi",
    // tools
    "kubernetes k8s", "javascript js", "typescript ts", "postgresql postgres pg postgre pgsql", "visualstudiocode vscode", "golang go", "amazonwebservices aws", "googlecloudplatform gcp googlecloud", "elasticsearch elastic", "wechat weixin 微信", "alipay zhifubao 支付宝", "dingtalk 钉钉", "taobao 淘宝", "feishu lark 飞书", "baidu 百度", "tiktok douyin 抖音",
    "python py", "csharp c#", "cpp c++ cplusplus", "fsharp f#", "objectivec objc", "rubyonrails rails ror", "tensorflow tf", "scikitlearn sklearn", "powershell pwsh", "neovim nvim", "internetexplorer ie", "microsoftword msword word", "microsoftexcel msexcel excel", "microsoftteams msteams teams", "googlechrome chrome", "firefox mozillafirefox", "photoshop adobephotoshop ps", "sqlserver mssql microsoftsqlserver", "githubactions gha", "rabbitmq rmq", "macos osx macosx", "ubuntu ubuntulinux", "intellij intellijidea", "whatsapp wa", "airbnb 爱彼迎",
];

static INDEX: LazyLock<HashMap<&'static str, Vec<usize>>> = LazyLock::new(|| {
    let mut index: HashMap<&str, Vec<usize>> = HashMap::new();
    for (row, group) in GROUPS.iter().enumerate() {
        for name in group.split(' ') {
            index.entry(name).or_default().push(row);
        }
    }
    index
});

/// Says whether two folded names are listed as one thing.
pub(super) fn same(a: &str, b: &str) -> bool {
    match (INDEX.get(a), INDEX.get(b)) {
        (Some(x), Some(y)) => x.iter().any(|row| y.contains(row)),
        _ => false,
    }
}

/// Says whether a folded name is listed with another.
pub(super) fn is_listed(name: &str) -> bool {
    INDEX.contains_key(name)
}

/// Pet forms and variants of given names; each row is one name.
#[rustfmt::skip]
const GIVEN: &[&str] = &[
    "robert bob bobby rob robbie bert", "william bill billy will liam willy", "elizabeth liz lizzie beth betty eliza lisbeth elisabeth elisa libby", "katherine kate katie kathy kat catherine cathy kathryn katharine katrin", "michael mike mick mickey misha mikhail michel miguel", "thomas tom tommy tomas",
    "james jim jimmy jamie jacques", "alexander alex sasha sandy alec xander alexandre alejandro aleksandr alexandr", "alexandra alex sasha sandra lexi", "samuel sam sammy", "samantha sam sammie", "daniel dan danny dani", "david dave davey", "stephen steve steven stefan stephan stevie esteban", "anthony tony antonio anton",
    "margaret maggie meg peggy margot greta marge", "christopher chris kit topher", "christine chris christina tina kristin kristina cristina", "nicholas nick nicky nicolas nikolas nico klaus nikolai", "joseph joe joey jose josef", "benjamin ben benny benji", "matthew matt matteo matthias mateo mathew", "andrew andy drew andreas andre andrei andrej",
    "richard rick dick rich ricky ricardo", "edward ed eddie ted teddy ned eduardo", "susan sue susie suzy susanne suzanne susanna", "jennifer jen jenny jenn", "rebecca becky becca bex", "victoria vicky tori vicki", "gregory greg", "jeffrey jeff geoff geoffrey", "kenneth ken kenny", "lawrence larry laurence lars lorenzo", "patrick pat paddy", "patricia pat patty trish tricia",
    "ronald ron ronnie", "timothy tim timmy", "zachary zach zack", "frederick fred freddy fritz friedrich", "gabriel gabe", "henry hank harry heinrich henri enrique", "harold harry hal", "john johnny jack jon johann johannes hans juan ivan jan", "jonathan jon jonny nathan", "amanda mandy", "nathaniel nate nathan nat", "peter pete petr pedro pierre pyotr piotr", "philip phil phillip felipe philipp philippe",
    "raymond ray", "walter walt", "theodore ted theo teddy", "charles charlie chuck carl karl carlos", "charlotte charlie lottie", "deborah deb debbie debra", "dorothy dot dottie", "eleanor ellie nell nora leonor", "isabella bella isabel isabelle izzy isobel", "jacob jake jakob jacobo", "joshua josh", "leonard leo len lenny", "maximilian max", "melissa mel missy", "natalie nat natalia natasha", "oliver ollie olivier", "pamela pam", "rachel rach",
    "ekaterina katya katia katerina", "dmitri dima dmitry dmitriy", "sergei seryozha serge sergey", "francisco paco pancho frank francis francesco franz francois", "guadalupe lupe", "ignacio nacho", "mohammed mohamed muhammad mohammad muhammed mohamad", "yusuf youssef yousef yousuf joseph", "aisha ayesha aicha", "sophia sofia sofie sophie", "lucas lukas luke luca", "mark marc marco marcus markus", "eric erik erich", "ann anne anna ana", "helen helena elena lena helene", "julia juliet yulia", "maria mary marie mariya", "george jorge georg georges yuri giorgio", "paul pablo paolo pavel", "louis luis luigi ludwig lewis", "vladimir vlad volodymyr vova",
    "allan alan allen al", "brian bryan", "gwendolyn gwen", "abigail abby gail", "albert al bert alberto", "arthur art arturo", "barbara barb babs", "bradley brad", "cynthia cindy", "donald don donnie", "douglas doug", "emily em", "emma em", "eugene gene", "gerald gerry jerry", "jessica jess jessie", "judith judy jude", "kimberly kim", "martin marty martín", "nancy nan", "olivia liv", "penelope penny", "reginald reg reggie", "roger rodge", "russell russ", "sebastian seb bastian", "stanley stan", "terence terry terrence", "valerie val", "veronica ronnie roni", "vincent vince vinny", "wendy wen",
];

static GIVEN_INDEX: LazyLock<HashMap<&'static str, Vec<usize>>> = LazyLock::new(|| {
    let mut index: HashMap<&str, Vec<usize>> = HashMap::new();
    for (row, group) in GIVEN.iter().enumerate() {
        for name in group.split(' ') {
            index.entry(name).or_default().push(row);
        }
    }
    index
});

/// Says whether two folded given names are forms of one.
pub(super) fn same_given_name(a: &str, b: &str) -> bool {
    match (GIVEN_INDEX.get(a), GIVEN_INDEX.get(b)) {
        (Some(x), Some(y)) => {
            // Two full forms of different languages (Pablo, Paolo) are two people; one side must be
            // the row's first name, or both short.
            x.iter().any(|row| {
                y.contains(row)
                    && (GIVEN[*row].starts_with(&format!("{a} ")) || GIVEN[*row].starts_with(&format!("{b} ")))
            })
        }
        _ => false,
    }
}

/// Says whether a given name has pet forms or variants.
pub(super) fn is_given_name(name: &str) -> bool {
    GIVEN_INDEX.contains_key(name)
}
