//! Names whose type is general knowledge: places, tools, given names, Chinese surnames.

use std::collections::HashSet;
use std::sync::LazyLock;

const PLACES: &str = "afghanistan albania algeria argentina armenia australia austria azerbaijan bahrain bangladesh belarus belgium bolivia brazil bulgaria cambodia cameroon canada chile china colombia croatia cuba cyprus czechia denmark ecuador egypt england estonia ethiopia finland france georgia germany ghana greece guatemala haiti honduras hungary iceland india indonesia iran iraq ireland israel italy jamaica japan jordan kazakhstan kenya kuwait laos latvia lebanon libya lithuania luxembourg malaysia mali malta mexico moldova mongolia morocco mozambique myanmar namibia nepal netherlands nicaragua niger nigeria norway oman pakistan panama paraguay peru philippines poland portugal qatar romania russia rwanda scotland senegal serbia singapore slovakia slovenia somalia spain sudan sweden switzerland syria taiwan tanzania thailand tunisia turkey uganda ukraine uruguay uzbekistan venezuela vietnam wales yemen zambia zimbabwe uk usa europe asia africa antarctica \
amsterdam athens auckland bangalore bangkok barcelona basel beijing beirut belfast belgrade berlin bergen bern bilbao birmingham bogota bologna bordeaux boston bratislava bremen brighton brisbane bristol bruges brussels bucharest budapest cairo calgary cambridge canberra cardiff chengdu chennai chicago cologne copenhagen cork dakar dallas damascus delhi denver detroit dhaka dresden dubai dublin dundee durban edinburgh eindhoven florence frankfurt galway gdansk geneva genoa ghent glasgow gothenburg granada graz guangzhou hamburg hangzhou hanoi hanover havana heidelberg helsinki houston istanbul jakarta jerusalem johannesburg kabul kampala karachi kathmandu krakow kyiv kyoto lagos lausanne leeds leicester leiden leipzig lima limerick lisbon liverpool ljubljana lodz london lucerne lyon madrid malmo manchester manila marrakesh marseille melbourne miami milan minsk montevideo montreal moscow mumbai munich nairobi nanjing nantes naples newcastle nice norwich nottingham nuremberg odense oporto osaka oslo ottawa oxford padua palermo paris perth philadelphia phoenix pisa porto portland prague quito reykjavik riga rome rotterdam salzburg santiago sarajevo seattle seoul seville shanghai sheffield shenzhen sofia stockholm strasbourg stuttgart sydney taipei tallinn tampere tbilisi tehran tirana tokyo toronto toulouse trieste tromso trondheim turin utrecht valencia vancouver venice verona vienna vilnius warsaw wellington wuhan york zagreb zaragoza zurich lahti aarhus bath exeter swansea aberdeen inverness łódź kraków gdańsk münchen köln zürich genève malmö göteborg são california texas florida oregon tuscany bavaria catalonia provence brittany cornwall devon kent yorkshire normandy sicily corsica crete bali hokkaido okinawa antwerp lille nagoya fukuoka sapporo busan xiamen suzhou tianjin chongqing harbin";

const TWO_WORD_PLACES: &[&str] = &[
    "new york",
    "los angeles",
    "san francisco",
    "hong kong",
    "united states",
    "united kingdom",
    "new zealand",
    "south africa",
    "south korea",
    "north korea",
    "costa rica",
    "sri lanka",
    "saudi arabia",
    "cape town",
    "buenos aires",
    "rio de janeiro",
    "são paulo",
    "sao paulo",
    "mexico city",
    "tel aviv",
    "new delhi",
    "kuala lumpur",
    "ho chi minh city",
    "las vegas",
    "san diego",
    "salt lake city",
    "new orleans",
    "washington dc",
    "st petersburg",
    "isle of wight",
    "northern ireland",
    "czech republic",
    "puerto rico",
    "den haag",
    "the hague",
    "addis ababa",
    "abu dhabi",
    "quebec city",
    "santa fe",
    "lake geneva",
    "lake como",
    "black forest",
    "silicon valley",
];

const TOOLS: &str = "git github gitlab bitbucket docker podman kubernetes helm terraform ansible jenkins circleci travis buildkite argocd nginx apache caddy traefik haproxy postgres postgresql mysql mariadb sqlite mongodb mongo redis memcached cassandra dynamodb couchdb neo4j elasticsearch opensearch solr kafka rabbitmq nats activemq pulsar zeromq celery airflow spark flink hadoop hive presto trino snowflake bigquery redshift databricks dbt python rust go golang java kotlin scala clojure haskell erlang elixir ruby rails django flask fastapi pyramid php laravel symfony javascript typescript node nodejs deno bun react vue angular svelte solidjs nextjs nuxt remix gatsby astro vite webpack rollup esbuild parcel babel eslint prettier jest vitest cypress playwright selenium puppeteer pytest numpy pandas scipy matplotlib pytorch tensorflow keras sklearn jupyter anaconda conda poetry pip npm yarn pnpm cargo maven gradle bazel cmake make vim neovim emacs vscode intellij pycharm xcode eclipse sublime atom notepad figma sketch photoshop illustrator indesign lightroom blender maya cad autocad excel word powerpoint outlook slack discord teams zoom skype telegram whatsapp signal notion obsidian evernote onenote trello asana jira confluence linear basecamp clickup todoist airtable zapier ifttt stripe paypal square shopify woocommerce wordpress drupal joomla squarespace wix webflow aws azure gcp heroku vercel netlify cloudflare digitalocean hetzner linode fly firebase supabase auth0 okta keycloak vault consul nomad prometheus grafana loki jaeger zipkin datadog sentry newrelic splunk kibana logstash fluentd linux ubuntu debian fedora archlinux nixos freebsd windows macos android ios chrome firefox safari edge brave opera postfix dovecot samba ffmpeg imagemagick latex pandoc bash zsh fish powershell tmux screen certbot openssl wireguard openvpn tailscale qt gtk electron tauri flutter swift swiftui unity unreal godot arduino raspberry openai chatgpt claude gemini copilot ollama llama langchain huggingface whisper c c++ c# f# r sql graphql grpc htmx tailwind bootstrap sass css html perl lua julia matlab sas spss stata tableau powerbi looker metabase superset hugo jekyll sphinx mkdocs docusaurus dropbox gmail icloud spotify netflix 1password bitwarden lastpass keepass garmin fitbit kindle tesla salesforce hubspot mailchimp zendesk intercom sap oracle quickbooks xero datev lexoffice";

const CONCEPTS: &str = "tls ssl https http tcp udp dns dhcp ssh oauth oauth2 jwt saml crdt crdts raft paxos rest soap mvc solid dry tdd bdd ddd scrum kanban agile okr kpi gdpr hipaa nlp llm llms gan cnn rnn lstm transformer adhd ibs cbt dna rna mrna crispr gdp roi seo b2b saas ux ui qa ci cd mvp api sdk orm etl kanji pkce rag bm25 mvcc acid cap base64 utf-8 json yaml xml toml markdown csv ipv6 ipv4 bgp quic webrtc wasm ebpf simd gpu cpu";

const GIVEN_NAMES: &str = "aaron abdul abigail adam adele ahmed aisha akira alan albert alejandro alex alexander alexandra alexei ali alice alicia alina amanda amara amelia amina amir amy ana anders andrea andreas andrew andy angela anita anja ann anna anne anouk anton antonio arjun arthur aya ayesha barbara beatrice ben benjamin bernd beth bianca bill bob boris brian bruno camila carl carla carlos carmen caroline catherine cecilia celine charles charlotte chen chiara chidi chloe chris christian christina claire clara claudia clement connor cristina daniel daniela dave david deborah delphine denis diana diego dmitri dmitry dominic donna dora edgar edith eduardo eleanor elena elias elif elisa elizabeth ella ellen emil emily emma eric erik erika esther eva evelyn ewan fatima fatma felix fernando fiona florian frank freya gabriel george georgia gina giorgio giulia grace greta guillaume gustav hana hannah hans harold harry hassan heather heidi helen helena henrik henry hiro hiroshi hugo ian ibrahim igor ilse imran ines ingrid irene isaac isabel isabella ivan jack jacob jake james jamie jan jana jane janet jasmine jason javier jean jennifer jens jerome jesse jessica jim joan joana joe johan john jonas jonathan jordan jorge jose joseph josh joshua juan judith julia julian julie jun kai karen karin karl kate katherine katie katja kavya keiko keith kemal ken kenji kevin khalid kim kofi kwame lara lars laura laurent layla lea leah lee lena leo leon leticia liam lily linda lisa liu lorenzo louis louise lucas lucia luca ludwig luis luisa lukas luke lydia magda mai malik manuel marc marco marcus margaret maria marie marina mario mark markus marta martha martin mary masha mateo matt matthew maya megan mehmet mei mia michael michelle miguel mika mike mila milan mina miriam mohamed mohammed mona monica moritz nadia naomi natalia natasha nathan nele nia nicholas nick nicolas nicole niels nikolai nina noah noor nora odile oleg olga oliver olivia omar oscar otto pablo pamela paolo patrick paul paula pavel pedro penelope peter petra philip pia pierre priya rachel rafael raj ralph ravi raymond rebecca renata rene ricardo richard rita robert roberto robin rosa rose ruth ryan sabine said sally sam samantha samir samuel sandra sara sarah sasha sean sebastian sergei sergey shreya silvia simon simone sofia sophia sophie stefan stella stephanie stephen steve steven stewart sue sunita susan svetlana sven sylvia takashi tamar tanja tariq tatiana teresa theo theresa thomas tim tina tobias tom tomas tony ulrich ursula uwe valentina vanessa vera veronica victor victoria vikram vincent vivian vladimir walter wanda wei wendy william xavier yana yara yasmin yuki yuri yusuf yvonne zara zoe zofia ada agnes agata aiko akosua alan alma alva amit anika arun asha astrid aurora bea bela bjorn blanca bridget callum candice chantal chloé ciara dara dario darius dilan eamon edna eileen eino elin elodie emre enzo esme ethan fabian faye femi finn flora franz gareth gemma gerda gita goran gwen hamid hanne hilda hye imani ingo isla ivo jaap jada jelena joao jolanta josé jürgen kasia katarina kira klaus lamar lien lina lior lotte lucy luz magnus maeve malin mara mariam marek mats mei-ling mercy mikael milo mira nadine nasrin neha nikhil niko nuala obi olu orla owen pilar pooja quentin rana rania reza rhea rohan roman rosie rui saoirse selma senna shirin signe sina siobhan soren soraya svenja tadeusz tara tess thea tilda tove uma vasco viktor wim yael yolanda yosef zainab";

const SURNAMES: &str = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔贺赖龚文欧阳";

const HAN_PLACES: &[&str] = &[
    "北京",
    "上海",
    "广州",
    "深圳",
    "成都",
    "杭州",
    "南京",
    "武汉",
    "西安",
    "重庆",
    "天津",
    "苏州",
    "长沙",
    "青岛",
    "厦门",
    "大连",
    "沈阳",
    "哈尔滨",
    "昆明",
    "郑州",
    "济南",
    "福州",
    "合肥",
    "宁波",
    "无锡",
    "香港",
    "澳门",
    "台北",
    "东京",
    "大阪",
    "京都",
    "首尔",
    "纽约",
    "伦敦",
    "巴黎",
    "柏林",
    "新加坡",
    "中国",
    "美国",
    "英国",
    "法国",
    "德国",
    "日本",
    "韩国",
    "加拿大",
    "澳大利亚",
    "意大利",
    "西班牙",
    "俄罗斯",
    "印度",
    "泰国",
    "越南",
    "四川",
    "浙江",
    "江苏",
    "广东",
    "云南",
    "湖南",
    "湖北",
    "山东",
    "河南",
    "福建",
    "海南",
    "贵州",
    "新疆",
    "西藏",
    "内蒙古",
    "台湾",
    "三亚",
    "桂林",
    "丽江",
    "大理",
    "拉萨",
    "洛阳",
    "扬州",
    "绍兴",
    "珠海",
    "佛山",
    "东莞",
    "温州",
    "烟台",
    "旧金山",
    "洛杉矶",
    "慕尼黑",
    "悉尼",
    "石家庄",
    "太原",
    "南昌",
    "南宁",
    "贵阳",
    "兰州",
    "西宁",
    "银川",
    "呼和浩特",
    "乌鲁木齐",
    "海口",
    "长春",
    "吉林",
    "保定",
    "唐山",
    "徐州",
    "常州",
    "南通",
    "泰州",
    "嘉兴",
    "湖州",
    "金华",
    "台州",
    "芜湖",
    "景德镇",
    "九江",
    "赣州",
    "淄博",
    "潍坊",
    "临沂",
    "威海",
    "开封",
    "宜昌",
    "襄阳",
    "岳阳",
    "株洲",
    "汕头",
    "惠州",
    "中山",
    "湛江",
    "柳州",
    "北海",
    "遵义",
    "大同",
    "包头",
    "鞍山",
    "敦煌",
    "酒泉",
    "喀什",
    "安徽",
    "江西",
    "辽宁",
    "黑龙江",
    "甘肃",
    "青海",
    "宁夏",
    "广西",
    "河北",
    "山西",
    "陕西",
    "巴塞罗那",
    "米兰",
    "罗马",
    "维也纳",
    "阿姆斯特丹",
    "布拉格",
    "曼谷",
    "清迈",
    "巴厘岛",
    "芝加哥",
    "波士顿",
    "西雅图",
    "温哥华",
    "多伦多",
    "墨尔本",
    "奥克兰",
    "迪拜",
    "莫斯科",
    "瑞士",
    "荷兰",
    "瑞典",
    "挪威",
    "芬兰",
    "丹麦",
    "希腊",
    "葡萄牙",
    "埃及",
    "土耳其",
    "巴西",
    "墨西哥",
    "新西兰",
    "马来西亚",
    "菲律宾",
    "黄山",
    "泰山",
    "华山",
    "西湖",
    "太湖",
    "鄱阳湖",
    "长江",
    "黄河",
];

fn set(words: &'static str) -> HashSet<&'static str> {
    words.split_whitespace().collect()
}

static PLACE_SET: LazyLock<HashSet<&'static str>> = LazyLock::new(|| set(PLACES));
static TOOL_SET: LazyLock<HashSet<&'static str>> = LazyLock::new(|| set(TOOLS));
static CONCEPT_SET: LazyLock<HashSet<&'static str>> = LazyLock::new(|| set(CONCEPTS));
static GIVEN_SET: LazyLock<HashSet<&'static str>> = LazyLock::new(|| set(GIVEN_NAMES));

fn folded(name: &str) -> String {
    name.to_lowercase().replace(".js", "js").replace(".io", "")
}

/// Says whether `name` is a known place.
pub(crate) fn is_place(name: &str) -> bool {
    let lower = folded(name);
    PLACE_SET.contains(lower.as_str())
        || TWO_WORD_PLACES.contains(&lower.as_str())
        || HAN_PLACES.contains(&name.trim_end_matches(['市', '省']))
}

/// Says whether `name` is a known tool.
pub(super) fn is_tool(name: &str) -> bool {
    let lower = folded(name);
    let first = lower.split(' ').next().unwrap_or("");
    TOOL_SET.contains(lower.as_str())
        || TOOL_SET.contains(lower.replace(' ', "").as_str())
        || TOOL_SET.contains(first)
            && lower.split(' ').nth(1).is_some_and(|w| {
                w.starts_with(|c: char| c.is_ascii_digit())
                    || matches!(
                        w,
                        "actions"
                            | "compose"
                            | "native"
                            | "code"
                            | "db"
                            | "ci"
                            | "pages"
                            | "workers"
                            | "cloud"
                            | "studio"
                            | "desktop"
                            | "swarm"
                    )
            })
}

/// Says whether `name` is a known acronym of an idea.
pub(super) fn is_concept(name: &str) -> bool {
    CONCEPT_SET.contains(folded(name).as_str())
}

/// Says whether the first word of `name` is a given name.
pub(crate) fn is_given_name(name: &str) -> bool {
    let first = name.split([' ', '-']).next().unwrap_or("").to_lowercase();
    GIVEN_SET.contains(first.as_str()) || GIVEN_SET.contains(name.to_lowercase().as_str())
}

/// Says whether `c` is a common Chinese surname.
pub(super) fn is_surname(c: char) -> bool {
    SURNAMES.contains(c)
}

/// The known Chinese place names.
pub(super) fn han_places() -> &'static [&'static str] {
    HAN_PLACES
}
