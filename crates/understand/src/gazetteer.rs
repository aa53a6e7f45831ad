//! Names whose type is general knowledge: places, tools, given names, Chinese surnames.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use soulfile_text::literals::Literals;

use crate::word_table::WordSet;

const PLACES: &str = "afghanistan albania algeria argentina armenia australia austria azerbaijan bahrain bangladesh belarus belgium bolivia brazil bulgaria cambodia cameroon canada chile china colombia croatia cuba cyprus czechia denmark ecuador egypt england estonia ethiopia finland france georgia germany ghana greece guatemala haiti honduras hungary iceland india indonesia iran iraq ireland israel italy jamaica japan jordan kazakhstan kenya kuwait laos latvia lebanon libya lithuania luxembourg malaysia mali malta mexico moldova mongolia morocco mozambique myanmar namibia nepal netherlands nicaragua niger nigeria norway oman pakistan panama paraguay peru philippines poland portugal qatar romania russia rwanda scotland senegal serbia singapore slovakia slovenia somalia spain sudan sweden switzerland syria taiwan tanzania thailand tunisia turkey uganda ukraine uruguay uzbekistan venezuela vietnam wales yemen zambia zimbabwe uk usa europe asia africa antarctica \
amsterdam athens auckland bangalore bangkok barcelona basel beijing beirut belfast belgrade berlin bergen bern bilbao birmingham bogota bologna bordeaux boston bratislava bremen brighton brisbane bristol bruges brussels bucharest budapest cairo calgary cambridge canberra cardiff chengdu chennai chicago cologne copenhagen cork dakar dallas damascus delhi denver detroit dhaka dresden dubai dublin dundee durban edinburgh eindhoven florence frankfurt galway gdansk geneva genoa ghent glasgow gothenburg granada graz guangzhou hamburg hangzhou hanoi hanover havana heidelberg helsinki houston istanbul jakarta jerusalem johannesburg kabul kampala karachi kathmandu krakow kyiv kyoto lagos lausanne leeds leicester leiden leipzig lima limerick lisbon liverpool ljubljana lodz london lucerne lyon madrid malmo manchester manila marrakesh marseille melbourne miami milan minsk montevideo montreal moscow mumbai munich nairobi nanjing nantes naples newcastle nice norwich nottingham nuremberg odense oporto osaka oslo ottawa oxford padua palermo paris perth philadelphia phoenix pisa porto portland prague quito reykjavik riga rome rotterdam salzburg santiago sarajevo seattle seoul seville shanghai sheffield shenzhen sofia stockholm strasbourg stuttgart sydney taipei tallinn tampere tbilisi tehran tirana tokyo toronto toulouse trieste tromso trondheim turin utrecht valencia vancouver venice verona vienna vilnius warsaw wellington wuhan york zagreb zaragoza zurich lahti aarhus bath exeter swansea aberdeen inverness łódź kraków gdańsk münchen köln zürich genève malmö göteborg são california texas florida oregon tuscany bavaria catalonia provence brittany cornwall devon kent yorkshire normandy sicily corsica crete bali hokkaido okinawa antwerp lille nagoya fukuoka sapporo busan xiamen suzhou tianjin chongqing harbin \
drenthe friesland groningen gelderland limburg brabant zeeland holland flanders wallonia thuringia saxony hesse brandenburg saarland westphalia swabia franconia tyrol styria \
carinthia burgenland vorarlberg lombardy piedmont veneto liguria umbria calabria apulia sardinia basilicata abruzzo campania emilia andalusia galicia asturias cantabria navarre \
aragon castile extremadura murcia mallorca menorca ibiza tenerife lanzarote madeira azores algarve alentejo alsace aquitaine occitania picardy savoy silesia masuria pomerania \
moravia bohemia transylvania wallachia dalmatia istria peloponnese thessaly macedonia kosovo montenegro bosnia lapland scania jutland zealand funen gotland svalbard lofoten orkney \
shetland anglesey guernsey cumbria northumberland lancashire cheshire norfolk suffolk essex sussex surrey hampshire dorset somerset wiltshire gloucestershire oxfordshire devonshire \
connemara donegal munster ulster leinster connacht alabama alaska arizona arkansas colorado connecticut delaware hawaii idaho illinois indiana iowa kansas kentucky louisiana \
maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma pennsylvania tennessee utah vermont washington wisconsin wyoming ontario quebec \
manitoba saskatchewan alberta yukon nunavut labrador newfoundland queensland tasmania brooklyn manhattan bronx harlem bushwick williamsburg hollywood oakland berkeley sacramento \
albuquerque tucson minneapolis milwaukee cleveland pittsburgh cincinnati baltimore nashville memphis atlanta orlando tampa honolulu anchorage halifax winnipeg edmonton saskatoon \
guadalajara monterrey oaxaca yucatan bahia recife brasilia curitiba fortaleza medellin cartagena cusco arequipa asuncion mendoza patagonia valparaiso caracas managua tegucigalpa \
kingston nassau bridgetown kigali accra kumasi abuja ibadan kano lusaka harare maputo luanda kinshasa bamako ouagadougou tunis algiers casablanca rabat tangier tripoli khartoum \
mombasa zanzibar dodoma arusha windhoek gaborone pretoria soweto antananarivo madagascar mauritius botswana angola congo gabon benin liberia gambia eritrea djibouti burundi malawi \
lesotho eswatini mauritania fiji samoa tonga vanuatu bhutan brunei maldives kyrgyzstan tajikistan turkmenistan palestine andorra monaco liechtenstein riyadh jeddah doha muscat \
amman baghdad basra tabriz isfahan shiraz yerevan baku almaty astana tashkent samarkand bukhara bishkek dushanbe lahore islamabad peshawar kolkata hyderabad pune jaipur ahmedabad \
lucknow kochi kerala rajasthan punjab gujarat maharashtra assam kashmir colombo kandy yangon mandalay phuket saigon vientiane cebu davao luzon mindanao sumatra borneo sulawesi \
lombok penang johor sabah sarawak kobe nara hiroshima nagasaki sendai yokohama kanazawa kagoshima honshu kyushu shikoku incheon daegu daejeon gwangju jeju kaohsiung taichung tainan \
macau yunnan sichuan guangdong fujian zhejiang jiangsu hunan hubei tibet xinjiang kunming lhasa dalian qingdao xian adelaide hobart cairns christchurch dunedin queenstown rotorua \
gdynia sopot poznan wroclaw szczecin lublin bialystok brno ostrava olomouc plzen kosice debrecen szeged cluj timisoara iasi brasov sibiu plovdiv varna burgas skopje pristina \
podgorica dubrovnik rijeka zadar maribor mostar thessaloniki patras heraklion corfu santorini izmir ankara antalya bursa konya trabzon lviv odesa kharkiv dnipro chisinau tartu \
parnu daugavpils kaunas klaipeda turku oulu espoo rovaniemi uppsala umea sundsvall kiruna linkoping vasteras orebro stavanger alesund drammen aalborg esbjerg roskilde kiel rostock \
lubeck flensburg dortmund duisburg bochum wuppertal bonn aachen bielefeld kassel erfurt jena weimar magdeburg chemnitz potsdam cottbus augsburg regensburg wurzburg bamberg erlangen \
konstanz freiburg karlsruhe mannheim mainz wiesbaden darmstadt trier koblenz saarbrucken innsbruck linz klagenfurt bregenz winterthur lugano locarno davos zermatt interlaken \
fribourg neuchatel nijmegen arnhem maastricht tilburg breda haarlem delft gouda zwolle enschede almere alkmaar leeuwarden leuven mechelen namur kortrijk ostend charleroi hasselt \
rennes reims rouen caen angers poitiers limoges clermont grenoble annecy chambery avignon arles nimes montpellier perpignan toulon cannes antibes ajaccio bastia biarritz bayonne \
malaga cadiz almeria huelva salamanca valladolid burgos oviedo gijon santander pamplona vitoria logrono girona tarragona alicante segovia avila coimbra braga evora aveiro sintra \
cascais setubal bergamo brescia parma modena ferrara ravenna rimini ancona perugia siena lucca livorno pescara lecce taranto catania messina syracuse cagliari sassari trento \
bolzano plymouth southampton portsmouth bournemouth luton coventry wolverhampton blackpool sunderland middlesbrough ipswich colchester canterbury hastings winchester salisbury \
gloucester cheltenham worcester hereford shrewsbury wrexham aberystwyth newport stirling falkirk ayr oban derry lisburn waterford wexford kilkenny sligo tralee alps pyrenees andes \
himalayas carpathians dolomites vosges ardennes apennines balkans caucasus urals sahara gobi kalahari serengeti danube rhine elbe thames seine loire rhone tagus ebro vistula neckar \
moselle volga dnieper nile zambezi orinoco mekong ganges yangtze baltic adriatic aegean caribbean tiergarten kreuzberg neukolln montmartre trastevere soho camden shoreditch hackney \
brixton";

/// Set apart by bars.
const LONG_PLACES: &str = "new york | los angeles | san francisco | hong kong | united states | united kingdom | new zealand | south africa | south korea | north korea | costa rica | \
sri lanka | saudi arabia | cape town | buenos aires | rio de janeiro | são paulo | sao paulo | mexico city | tel aviv | new delhi | kuala lumpur | \
ho chi minh city | las vegas | san diego | salt lake city | new orleans | washington dc | st petersburg | isle of wight | northern ireland | \
czech republic | puerto rico | den haag | the hague | addis ababa | abu dhabi | quebec city | santa fe | lake geneva | lake como | black forest | \
silicon valley | golden gate | peak district | lake district | isle of man | faroe islands | canary islands | new south wales | new brunswick | \
nova scotia | british columbia | rhode island | west virginia | south dakota | north dakota | south carolina | north carolina | new hampshire | \
new mexico | new jersey | south holland | north holland | lower austria | upper austria | lower saxony | south tyrol | papua new guinea | south sudan | \
ivory coast | burkina faso | sierra leone | san marino | san sebastian | bad homburg | novi sad | porto alegre | monte carlo | den helder";

const TOOLS: &str = "microsoftoffice microsoftword microsoftexcel googledocs googlesheets googledrive googlemaps googlecalendar googlecloud googleanalytics googlemeet googlephotos applemusic visualstudio visualstudiocode raspberrypi let'sencrypt githubcopilot microsoftteams finalcutpro davinciresolve sqlserver rubyonrails androidstudio unrealengine amazons3 protonmail hashicorpvault git github gitlab bitbucket docker podman kubernetes helm terraform ansible jenkins circleci travis buildkite argocd nginx apache caddy traefik haproxy postgres postgresql mysql mariadb sqlite mongodb mongo redis memcached cassandra dynamodb couchdb neo4j elasticsearch opensearch solr kafka rabbitmq nats activemq pulsar zeromq celery airflow spark flink hadoop hive presto trino snowflake bigquery redshift databricks dbt python rust go golang java kotlin scala clojure haskell erlang elixir ruby rails django flask fastapi pyramid php laravel symfony javascript typescript node nodejs deno bun react vue angular svelte solidjs nextjs nuxt remix gatsby astro vite webpack rollup esbuild parcel babel eslint prettier jest vitest cypress playwright selenium puppeteer pytest numpy pandas scipy matplotlib pytorch tensorflow keras sklearn jupyter anaconda conda poetry pip npm yarn pnpm cargo maven gradle bazel cmake make vim neovim emacs vscode intellij pycharm xcode eclipse sublime atom notepad figma sketch photoshop illustrator indesign lightroom blender maya cad autocad excel word powerpoint outlook slack discord teams zoom skype telegram whatsapp signal notion obsidian evernote onenote trello asana jira confluence linear basecamp clickup todoist airtable zapier ifttt stripe paypal square shopify woocommerce wordpress drupal joomla squarespace wix webflow aws azure gcp heroku vercel netlify cloudflare digitalocean hetzner linode fly firebase supabase auth0 okta keycloak vault consul nomad prometheus grafana loki jaeger zipkin datadog sentry newrelic splunk kibana logstash fluentd linux ubuntu debian fedora archlinux nixos freebsd windows macos android ios chrome firefox safari edge brave opera postfix dovecot samba ffmpeg imagemagick latex pandoc bash zsh fish powershell tmux screen certbot openssl wireguard openvpn tailscale qt gtk electron tauri flutter swift swiftui unity unreal godot arduino raspberry openai chatgpt claude gemini copilot ollama llama langchain huggingface whisper c c++ c# f# r sql graphql grpc htmx tailwind bootstrap sass css html perl lua julia matlab sas spss stata tableau powerbi looker metabase superset hugo jekyll sphinx mkdocs docusaurus dropbox gmail icloud spotify netflix 1password bitwarden lastpass keepass garmin fitbit kindle tesla salesforce hubspot mailchimp zendesk intercom sap oracle quickbooks xero datev lexoffice \
etcd nextcloud owncloud jellyfin immich paperless plex sonarr syncthing homeassistant zigbee zwave mqtt mosquitto nodered esphome openwrt pihole proxmox truenas opentofu pulumi \
cloudformation fargate ec2 s3 cloudfront rds ecs eks gke cloudrun minio ceph longhorn istio linkerd envoy cilium containerd k3s k8s openshift rancher fluxcd tekton teamcity gitea \
forgejo codeberg gerrit mercurial svn cockroachdb yugabyte clickhouse duckdb timescaledb influxdb questdb scylladb couchbase rethinkdb arangodb dgraph qdrant weaviate \
pgvector faiss meilisearch typesense algolia lucene tantivy rocksdb leveldb lmdb valkey keydb sqs pubsub eventbridge dagster nifi polars parquet zig nim ocaml fsharp fortran cobol \
purescript prolog webassembly delphi pascal vhdl verilog hcl jsonnet dhall nixpkgs homebrew chocolatey pacman nestjs fastify springboot quarkus micronaut \
dropwizard ktor actix axum tokio sinatra hanami rspec minitest sidekiq gunicorn uvicorn starlette pydantic sqlalchemy alembic prisma typeorm sequelize knex \
jquery preact qwik alpinejs storybook redux mobx zustand tanstack rxjs d3 threejs chartjs mapbox openlayers qgis arcgis postgis openstreetmap swc turbopack turborepo nx \
lerna mocha testcafe appium postman openapi k6 jmeter gatling sonarqube snyk trivy dependabot ruff mypy pyright flake8 isort pylint clippy rustfmt typst \
overleaf zotero mendeley endnote anki logseq ulysses scrivener joplin standardnotes dokuwiki mediawiki bookstack gitbook readthedocs libreoffice openoffice gimp inkscape \
krita audacity ardour ableton logicpro cubase garageband davinci aftereffects finalcut capcut kdenlive shotcut handbrake vlc canva miro excalidraw drawio lucidchart \
balsamiq zeplin invision penpot fusion360 solidworks freecad openscad sketchup revit prusaslicer octoprint klipper kicad altium ltspice simulink labview opencv mediapipe \
yolo spacy nltk gensim xgboost lightgbm catboost mlflow wandb dask onnx tensorrt cuda jax deepspeed vllm pgadmin dbeaver tableplus datagrip webstorm goland clion phpstorm rubymine \
kakoune codespaces replit gitpod alacritty wezterm iterm ghostty fzf ripgrep jq yq htop rsync rclone restic duplicity veeam backblaze curl wget httpie wireshark \
tcpdump nmap metasploit burpsuite nessus ghidra mattermost rocketchat zulip webex gotomeeting jitsi calendly typeform surveymonkey qualtrics smartsheet wrike redmine youtrack \
bugzilla phabricator servicenow freshdesk pagerduty opsgenie statuspage uptimerobot pingdom dynatrace honeycomb opentelemetry mimir thanos victoriametrics zabbix nagios icinga \
checkmk graylog filebeat fluentbit sumologic mixpanel posthog hotjar fullstory optimizely launchdarkly matomo plausible twilio sendgrid postmark mailgun mailjet klaviyo \
braze onesignal adyen klarna braintree mollie revolut magento prestashop shopware bigcommerce contentful strapi directus typo3 craftcms wagtail moodle kahoot duolingo \
quizlet goodnotes notability lightburn strava komoot zwift odoo netsuite personio bamboohr freshbooks docusign adobe grammarly deepl linguee trados memoq \
autodesk bluebeam procore kubeflow sagemaker vertexai perplexity midjourney virtualbox vmware qemu kvm hyperv xen centos rhel almalinux opensuse manjaro gentoo slackware ipados \
watchos chromeos raspbian vyos pfsense opnsense mikrotik unifi letsencrypt fail2ban crowdsec authentik authelia";

const COMPANIES: &str = "siemens bosch ericsson nokia lufthansa novartis roche nestle nestlé unilever ikea volvo scania saab philips asml airbus boeing bmw daimler volkswagen audi porsche toyota honda nissan hyundai samsung lg sony panasonic hitachi \
toshiba canon nikon microsoft google alphabet apple amazon facebook netflix nvidia intel amd qualcomm ibm hp dell lenovo huawei xiaomi alibaba tencent bytedance accenture deloitte kpmg pwc mckinsey capgemini infosys wipro allianz axa zalando bayer basf \
henkel merck pfizer moderna biontech astrazeneca gsk sanofi totalenergies equinor vestas orsted maersk dhl fedex ryanair easyjet lidl aldi tesco sainsbury carrefour walmart costco starbucks mcdonalds heineken carlsberg lego adidas nike";

const CONCEPTS: &str = "tls ssl https http tcp udp dns dhcp ssh oauth oauth2 jwt saml crdt crdts raft paxos rest soap mvc solid dry tdd bdd ddd scrum kanban agile okr kpi gdpr hipaa nlp llm llms gan cnn rnn lstm transformer adhd ibs cbt dna rna mrna crispr gdp roi seo b2b saas ux ui qa ci cd mvp api sdk orm etl kanji pkce rag bm25 mvcc acid cap base64 utf-8 json yaml xml toml markdown csv ipv6 ipv4 bgp quic webrtc wasm ebpf simd gpu cpu";

const GIVEN_NAMES: &str = "aaron abdul abigail adam adele ahmed aisha akira alan albert alejandro alex alexander alexandra alexei ali alice alicia alina amanda amara amelia amina amir amy ana anders andrea andreas andrew andy angela anita anja ann anna anne anouk anton antonio arjun arthur aya ayesha barbara beatrice ben benjamin bernd beth bianca bill bob boris brian bruno camila carl carla carlos carmen caroline catherine cecilia celine charles charlotte chen chiara chidi chloe chris christian christina claire clara claudia clement connor cristina daniel daniela dave david deborah delphine denis diana diego dmitri dmitry dominic donna dora edgar edith eduardo eleanor elena elias elif elisa elizabeth ella ellen emil emily emma eric erik erika esther eva evelyn ewan fatima fatma felix fernando fiona florian frank freya gabriel george georgia gina giorgio giulia grace greta guillaume gustav hana hannah hans harold harry hassan heather heidi helen helena henrik henry hiro hiroshi hugo ian ibrahim igor ilse imran ines ingrid irene isaac isabel isabella ivan jack jacob jake james jamie jan jana jane janet jasmine jason javier jean jennifer jens jerome jesse jessica jim joan joana joe johan john jonas jonathan jordan jorge jose joseph josh joshua juan judith julia julian julie jun kai karen karin karl kate katherine katie katja kavya keiko keith kemal ken kenji kevin khalid kim kofi kwame lara lars laura laurent layla lea leah lee lena leo leon leticia liam lily linda lisa liu lorenzo louis louise lucas lucia luca ludwig luis luisa lukas luke lydia magda mai malik manuel marc marco marcus margaret maria marie marina mario mark markus marta martha martin mary masha mateo matt matthew maya megan mehmet mei mia michael michelle miguel mika mike mila milan mina miriam mohamed mohammed mona monica moritz nadia naomi natalia natasha nathan nele nia nicholas nick nicolas nicole niels nikolai nina noah noor nora odile oleg olga oliver olivia omar oscar otto pablo pamela paolo patrick paul paula pavel pedro penelope peter petra philip pia pierre priya rachel rafael raj ralph ravi raymond rebecca renata rene ricardo richard rita robert roberto robin rosa rose ruth ryan sabine said sally sam samantha samir samuel sandra sara sarah sasha sean sebastian sergei sergey shreya silvia simon simone sofia sophia sophie stefan stella stephanie stephen steve steven stewart sue sunita susan svetlana sven sylvia takashi tamar tanja tariq tatiana teresa theo theresa thomas tim tina tobias tom tomas tony ulrich ursula uwe valentina vanessa vera veronica victor victoria vikram vincent vivian vladimir walter wanda wei wendy william xavier yana yara yasmin yuki yuri yusuf yvonne zara zoe zofia ada agnes agata aiko akosua alan alma alva amit anika arun asha astrid aurora bea bela bjorn blanca bridget callum candice chantal chloé ciara dara dario darius dilan eamon edna eileen eino elin elodie emre enzo esme ethan fabian faye femi finn flora franz gareth gemma gerda gita goran gwen hamid hanne hilda hye imani ingo isla ivo jaap jada jelena joao jolanta josé jürgen kasia katarina kira klaus lamar lien lina lior lotte lucy luz magnus maeve malin mara mariam marek mats mei-ling mercy mikael milo mira nadine nasrin neha nikhil niko nuala obi olu orla owen pilar pooja quentin rana rania reza rhea rohan roman rosie rui saoirse selma senna shirin signe sina siobhan soren soraya svenja tadeusz tara tess thea tilda tove uma vasco viktor wim yael yolanda yosef zainab \
abena adaeze adriana adrian agnieszka aidan ainsley akua alana alastair alba aleksander alessandro alfie alfred alistair allison althea alvaro amadou anastasia andre andrei andrej \
angelica aniela anil anselm antoine antonia anya ariana arne arnold asif audrey augustin aurelia ayse azadeh babak bartosz bashir beatriz benedict benedikt benoit bernadette \
bernard bertrand bettina birgit bogdan bonnie brendan brigitte britta callie camille carolina casper catalina cedric cesar chiamaka chinedu christoph christophe christopher \
clarissa claus clemens clementine colin colm cormac cornelia cosima craig cyril dagmar damian damien danielle danilo danuta daphne daria deepak deirdre derek desmond dieter dimitri \
dirk dolores dorothea dorothy douglas duncan dylan eckhard edmund eduard edward edwin eirik ekaterina eleni eliot elisabeth elke elliot elsa emanuel emeka enrique ernesto ernst \
erwin estelle eugene eugenia eunice ewa fabienne fabio farah farid fatou federico felicity fenna ferdinand filip fleur francesca francesco francis francisco francois frederic \
frederik friedrich frida fritz gabor gabriela gavin geoffrey gerald gerard gerhard gianna gilbert giles gillian giovanni gisela giuseppe gonzalo gregor gregory guadalupe gudrun \
guido gunther gustavo hakan halima hamza hanneke harriet hector heinrich heinz helga helmut herbert herman hermann hideo hilary horst howard hubert hugh humphrey hussein ignacio \
ilona imogen ingeborg irina isabelle ismail istvan itziar ivana izabela jacek jacqueline jaime jakob jakub jamal janek janice janusz jeanette jeff jeffrey jeremy jill joachim \
joanna jochen joel joelle johanna johannes jolene joris josefina josephine joyce judit julio jurgen justin justyna kamal kamila karim karol kasper katrin kazimierz keira kerstin \
khadija kieran kirsten konrad konstantin krzysztof kurt lakshmi laszlo laurence lauren laurie leif lennart leonard leonardo leonie leonora leopold lewis liesbeth lillian linus \
lionel lorna lothar luc lucian ludmila ludovic luigi mabel madeleine magdalena mahmoud maja malcolm malika manfred manuela marcel marcela marcin margarita margot mariana marianne \
marius marjorie marlene marlon martina martijn mathias mathieu mathilde matilda matteo matthias matthieu maud maureen maurice maxim maximilian melanie melissa michal michele \
mikhail mildred milena minh mirjam mitsuko mohammad molly morten muhammad muriel mustafa nabil nadja nanami natalie nathalie nathaniel neil nerys nicola nigel nikita nils ngozi \
norbert norman octavia olaf olena oluwaseun ondrej ophelia oskar ottilie palesa paloma parisa pascal patricia patrizia paulette pauline pawel perrine philipp philippa philippe \
phoebe phyllis piotr pradeep preethi quinn radek rahul raimund rainer rajesh ramona randall raquel rashid raul reinhard renate renee rhiannon rhys riccardo rodrigo roger roland \
rolf romain ronald rosalie rosalind rosamund rosemary roxana ruben rudolf rudi rupert russell saad sabina sabrina sadie salma salvatore sanjay sanna saskia satoshi selim sergio \
seth shane shauna sheila shirley sigrid silas silke solveig sonia sonja stanislav stanley stuart suresh susanna susanne suzanne sybil szymon tabitha tamara tamsin tanya teodor \
terence thandiwe thierry thorsten tiago tiffany timo timothy timur tobiasz tomasz tomoko torsten tristan trudy uchenna udo ulrike valeria valerie vaclav vesna vidya vijay vito \
vittoria vivienne volker waldemar walid wanjiru wen werner wibke wilhelm wilhelmina willem winifred winston wojciech wolfgang yann yannick yasmine yefim yoko youssef yuko yvette \
zachary zbigniew zeynep zhanna zuzana";

const SURNAMES: &str = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔贺赖龚文欧阳";

const HAN_PLACES: &str = "
    北京 上海 广州 深圳 成都 杭州 南京 武汉 西安 重庆 天津 苏州 长沙 青岛 厦门 大连 沈阳 哈尔滨 昆明 郑州 济南 福州 合肥 宁波 无锡 香港 澳门 台北 东京 大阪 京都 首尔 纽约 伦敦 巴黎 柏林 新加坡 中国 美国 英国
    法国 德国 日本 韩国 加拿大 澳大利亚 意大利 西班牙 俄罗斯 印度 泰国 越南 四川 浙江 江苏 广东 云南 湖南 湖北 山东 河南 福建 海南 贵州 新疆 西藏 内蒙古 台湾 三亚 桂林 丽江 大理 拉萨 洛阳 扬州 绍兴 珠海 佛山 东莞 温州
    烟台 旧金山 洛杉矶 慕尼黑 悉尼 石家庄 太原 南昌 南宁 贵阳 兰州 西宁 银川 呼和浩特 乌鲁木齐 海口 长春 吉林 保定 唐山 徐州 常州 南通 泰州 嘉兴 湖州 金华 台州 芜湖 景德镇 九江 赣州 淄博 潍坊 临沂 威海 开封 宜昌 襄阳 岳阳
    株洲 汕头 惠州 中山 湛江 柳州 北海 遵义 大同 包头 鞍山 敦煌 酒泉 喀什 安徽 江西 辽宁 黑龙江 甘肃 青海 宁夏 广西 河北 山西 陕西 巴塞罗那 米兰 罗马 维也纳 阿姆斯特丹 布拉格 曼谷 清迈 巴厘岛 芝加哥 波士顿 西雅图 温哥华 多伦多 墨尔本
    奥克兰 迪拜 莫斯科 瑞士 荷兰 瑞典 挪威 芬兰 丹麦 希腊 葡萄牙 埃及 土耳其 巴西 墨西哥 新西兰 马来西亚 菲律宾 黄山 泰山 华山 西湖 太湖 鄱阳湖 长江 黄河 浦东 浦西 徐汇 朝阳区 海淀 鼓浪屿 黄浦 天河 福田 余杭 昆山 义乌 泉州 漳州
    莆田 镇江 盐城 连云港 淮安 宿迁 舟山 衢州 蚌埠 黄石 荆州 衡阳 张家界 延安 咸阳 宝鸡 天水 张掖 嘉峪关 西双版纳 香格里拉 曲靖 绵阳 乐山 宜宾 泸州 都江堰 九寨沟 峨眉山 武夷山 庐山 洞庭湖 青海湖 珠江 淮河 首都机场 神户 名古屋 札幌 北海道
    冲绳 釜山 济州岛 吉隆坡 雅加达 马尼拉 河内 胡志明市 金边 仰光 孟买 新德里 开罗 伊斯坦布尔 雅典 里斯本 马德里 佛罗伦萨 威尼斯 日内瓦 苏黎世 法兰克福 汉堡 爱丁堡 曼彻斯特 都柏林 斯德哥尔摩 奥斯陆 赫尔辛基 哥本哈根 华沙 布达佩斯 布鲁塞尔 里约热内卢 圣保罗 布宜诺斯艾利斯 夏威夷 佛罗里达 加州 德州
    硅谷 蒙特利尔 渥太华 布里斯班 珀斯 皇后镇 爱尔兰 比利时 奥地利 波兰 捷克 匈牙利 乌克兰 冰岛 以色列 沙特 伊朗 南非 肯尼亚 摩洛哥 阿根廷 智利 秘鲁 古巴 印尼 柬埔寨 缅甸 老挝 蒙古 尼泊尔 斯里兰卡 马尔代夫 欧洲 亚洲 非洲
";

fn set(words: &'static str) -> WordSet {
    words.split_whitespace().collect()
}

static PLACE_SET: LazyLock<WordSet> = LazyLock::new(|| set(PLACES));
static LONG_PLACE_SET: LazyLock<WordSet> = LazyLock::new(|| LONG_PLACES.split(" | ").collect());
static HAN_PLACE_RULE: LazyLock<Literals> = LazyLock::new(|| Literals::new(HAN_PLACES.split_whitespace()).longest());
static TOOL_SET: LazyLock<WordSet> = LazyLock::new(|| set(TOOLS));
static COMPANY_SET: LazyLock<WordSet> = LazyLock::new(|| set(COMPANIES));
static CONCEPT_SET: LazyLock<WordSet> = LazyLock::new(|| set(CONCEPTS));
static GIVEN_SET: LazyLock<WordSet> = LazyLock::new(|| set(GIVEN_NAMES));

fn folded(name: &str) -> Cow<'_, str> {
    match name.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b' ' | b'-')) {
        true => Cow::Borrowed(name),
        false => Cow::Owned(name.to_lowercase().replace(".js", "js").replace(".io", "")),
    }
}

/// Says whether `name` is a known place.
pub(crate) fn is_place(name: &str) -> bool {
    let lower = folded(name);
    PLACE_SET.contains(&*lower)
        || LONG_PLACE_SET.contains(&*lower)
        || soulfile_text::script::has_han(name)
            && any_han_place(name.trim_end_matches(['市', '省']), |p, name| p == name)
}

/// Says whether `name` is a known tool.
pub(crate) fn is_tool(name: &str) -> bool {
    let lower = folded(name);
    let Some((first, rest)) = lower.split_once(' ') else { return TOOL_SET.contains(&*lower) };
    TOOL_SET.contains(&*lower)
        || TOOL_SET.contains(lower.replace(' ', "").as_str())
        || TOOL_SET.contains(first)
            && rest.split(' ').next().is_some_and(|w| {
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

/// Says whether `name` is a known company.
pub(crate) fn is_company(name: &str) -> bool {
    COMPANY_SET.contains(&*folded(name))
}

/// Says whether `name` is a known acronym of an idea.
pub(crate) fn is_concept(name: &str) -> bool {
    CONCEPT_SET.contains(&*folded(name))
}

/// Says whether the first word of `name` is a given name.
pub(crate) fn is_given_name(name: &str) -> bool {
    let first = name.split([' ', '-']).next().unwrap_or("").to_lowercase();
    GIVEN_SET.contains(first.as_str()) || GIVEN_SET.contains(name.to_lowercase().as_str())
}

/// Says whether `c` is a common Chinese surname.
pub(crate) fn is_surname(c: char) -> bool {
    SURNAMES.contains(c)
}

/// Where known Chinese places stand in `text`.
pub(crate) fn han_places(text: &str) -> impl Iterator<Item = Range<usize>> {
    HAN_PLACE_RULE.find_iter(text).map(|hit| hit.range())
}

/// Whether `name` is the beginning of a known Chinese place, or begins with one.
pub(crate) fn is_like_han_place(name: &str) -> bool {
    any_han_place(name, |place, name| name.starts_with(place) || place.starts_with(name))
}

fn any_han_place(name: &str, same: impl Fn(&str, &str) -> bool) -> bool {
    HAN_PLACES.split_whitespace().any(|place| same(place, name))
}
