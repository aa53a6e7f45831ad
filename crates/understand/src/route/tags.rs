//! Two to five topical tags: what the memory names, and the topics its words belong to.

use std::sync::LazyLock;

use soulfile_text::literals::Literals;
use soulfile_text::stems::{Stems, letters};

use super::entities::Found;
use crate::word_table::WordSet;
use soulfile_text::script::is_han;
use soulfile_vocabulary::{EntityType, Store};

/// `(tag, word stems that call for it, with a bar between them)`.
#[rustfmt::skip]
const TOPICS: &[(&str, &str)] = &[
    ("health", "allerg|diabet|asthma|disease|doctor|medic|blood|hospital|diagnos|epilep|pill|tablet|surgery|injur|mutation|coeliac|celiac|dentist|therap|illness|insulin|pregnan|migraine|heart|knee|wrist|vaccin|symptom|anaesth|anesth|hypertherm|kidney|transfusion|pacemaker|deaf|blind|valve|epipen|sober|过敏|血型|血|病|药|医|健康|哮喘|手术|体检"),
    ("food", "eat|food|cook|recipe|dinner|lunch|breakfast|restaurant|bread|cake|vegan|vegetarian|coffee|tea|wine|beer|cheese|meat|fish|gluten|spic|dish|meal|bake|dough|吃|喝|菜|火锅|饭|茶|咖啡|食"),
    ("family", "sister|brother|mother|father|mum|mom|dad|wife|husband|son|daughter|aunt|uncle|cousin|grandm|grandf|grandp|niece|nephew|family|wedding|married|marriage|kids|child|parents|great-aunt|兄|妹|姐|弟|妈|爸|家人|儿子|女儿|夫|妻|婚"),
    ("work", "work|job|office|boss|manager|colleague|company|career|salary|client|employ|freelanc|teacher|engineer|nurse|translator|designer|promotion|工作|公司|老板|同事|职|老师|工程师"),
    ("identity", "name is|call me|i'm a|i am a|born|pronoun|live in|living in|nationality|我是|我叫|住在|生日"),
    ("preference", "prefer|like|love|hate|favourite|favorite|rather|dislike|avoid|enjoy|喜欢|讨厌|偏好"),
    ("communication", "answer|reply|respond|tone|emoji|markdown|bullet|concise|brief|email|message|call me|address me|formal|language|jargon|short|blunt|idioms|pleasantries|plain text|sugar-coat|nickname|回答|回复|称呼|说话|解释|沟通"),
    ("meeting", "meeting|call|stand-up|standup|retro|agenda|minutes|workshop|conference|presented|会议|开会"),
    ("decision", "decid|agreed|chose|settled|opted|picked|voted|决定|选"),
    ("travel", "国庆|旅游|travel|trip|flight|hotel|airport|train|holiday|vacation|visa|passport|旅|航班|酒店|出差|护照"),
    ("home", "house|flat|apartment|kitchen|hallway|garden|rent|landlord|boiler|roof|furniture|bathroom|moved|家|房|租"),
    ("money", "money|budget|salary|bank|tax|invoice|pay|cost|price|loan|mortgage|insurance|钱|工资|预算|税"),
    ("music", "music|song|piano|guitar|violin|band|concert|choir|album|音乐|钢琴|歌"),
    ("sport", "run|running|marathon|gym|swim|football|tennis|yoga|cycling|bike|ski|climb|跑|健身|游泳|球"),
    ("pets", "dog|cat|puppy|kitten|vet|rabbit|parrot|hamster|狗|猫|宠物"),
    ("education", "school|university|exam|course|study|studies|degree|thesis|lecture|student|学校|大学|考试|学习|毕业"),
    ("release", "release|deploy|ship|rollout|hotfix|rollback|publish|production|staging|发布|部署|上线"),
    ("git", "git|branch|merge|rebase|commit|pull request|cherry-pick|tag"),
    ("testing", "test|tests|lint|ci|smoke|测试"),
    ("database", "database|sql|postgres|mysql|mongo|redis|migration|数据库"),
    ("messaging", "kafka|rabbitmq|nats|queue|broker"),
    ("frontend", "react|vue|svelte|css|frontend|vite|esbuild|webpack|javascript|typescript"),
    ("infrastructure", "server|kubernetes|docker|cluster|cloud|aws|nginx|terraform|hosting|certificate|backup|服务器"),
    ("security", "password|tls|ssl|auth|encrypt|certificate|oauth|vulnerab|安全"),
    ("incident", "outage|crash|incident|failed|down|ran out of|broke|error|bug|故障"),
    ("architecture", "architecture|microservice|uses|depends on|written in|built on|service|架构|依赖"),
    ("project", "project|develops|milestone|roadmap|launch|prototype|项目|开发"),
    ("algorithm", "algorithm|filter|sort|hash|tree|graph|complexity|probabilis|data structure|算法"),
    ("geography", "city|country|river|capital|mountain|island|region|village|town in|lake|城市|省|河|位于"),
    ("workflow", "how to|steps|first|then|workflow|process|procedure|when i say|whenever|always run|checklist|步骤|流程|先|每次"),
    ("priority", "priority|goal|focus|objective|comes second|comes first|on my plate|most important|right now|at the moment|最重要|重点|目标|优先"),
    ("schedule", "schedule|deadline|appointment|due|calendar|monday|tuesday|wednesday|thursday|friday|weekend|时间|截止|周"),
    ("people", "reports to|colleague|friend|neighbour|neighbor|朋友|邻居"),
    ("hobby", "hobby|knit|paint|chess|garden|photograph|hik|fishing|collect|爱好"),
    ("plants", "plant|orchid|water the|seed|tomato|houseplant|flower|garden|植物|花"),
    ("cleaning", "clean|wash|laundry|vacuum|rinse"),
    ("baking", "bake|bread|dough|sourdough|cake|oven"),
    ("car", "car |drive|garage|tyre|tire|parking"),
    ("writing", "write|draft|novel|blog|article|essay"),
    ("legal", "contract|lawyer|lease|licence|license|legal"),
    ("language", "speak|fluent|language|english|german|french|spanish|chinese|语"),
    ("emotion", "anxious|happy|sad|proud|worried|excited|afraid|stress"),
    ("shopping", "buy|bought|order|shop|store"), ("birthday", "birthday|生日"), ("name", "name|called|名字"),
];

/// Every stem, and the topic each belongs to.
static STEMS: LazyLock<(Stems, Vec<usize>)> = LazyLock::new(|| {
    let stems = || TOPICS.iter().enumerate().flat_map(|(i, (_, stems))| stems.split('|').map(move |s| (i, s)));
    (Stems::new(stems().map(|(_, stem)| stem)), stems().map(|(topic, _)| topic).collect())
});

/// Words that say nothing of what a memory is about.
const STOP: &str = "
    about after again always also another answer because been before being between both came cannot could does
    doing done down during each every everyone first forever from getting give goes going have having here hers
    into isn't it's its just keep know last later least like made make many more most much must need never next
    note once only other over permanently pinned please really remember right same save says should since some
    something still such take than that their them then there these they thing things this those through time
    today tomorrow twice under until user using very want week were what when where which while will with without
    would year years yesterday your you the and for are was has had not but can who why how our out his her him
    she did let any all one two new old off now get got may say put set run use way day too own three morning
    evening month monday tuesday wednesday thursday friday saturday sunday i'm i've don't doesn't called named
    live lives works vault archived uses develops prefers avoids depends minutes hours ten five four six long
    little lot name list open kind plain away usually decided agreed carry via per comes starts goes gets beats else
    second ever whatever good thing somebody everything anything someone whenever within around together myself
    there's that's couldn't can't won't didn't isn't wasn't ago earlier tonight finally just already again
    nights nobody everybody keeps makes takes gives went goes came took gave told said asked left found
";

/// Chooses the tags of `text`.
pub(super) fn choose(text: &str, found: &[Found], store: Store) -> Vec<String> {
    // What is wished for it says nothing of what it is about.
    let lower = super::keeping::kept(text).map_or(text, |kept| &text[kept]).to_lowercase();
    let mut tags: Vec<String> = Vec::new();
    let add = |tags: &mut Vec<String>, tag: &str| {
        let tag = slug(tag);
        if !tag.is_empty() && tags.len() < 5 && !tags.contains(&tag) {
            tags.push(tag);
        }
    };
    let mut hits = vec![0usize; TOPICS.len()];
    let (stems, topics) = &*STEMS;
    // A stem counts at the start of a word.
    for (start, ..) in letters(&lower).filter(|(.., begins)| *begins) {
        let rest = &lower[start..];
        for (stem, _) in stems.at(rest).filter(|(_, length)| is_word(rest, *length)) {
            hits[topics[stem]] += 1;
        }
    }
    let mut topics: Vec<(usize, &str)> =
        hits.iter().zip(TOPICS).filter(|(n, _)| **n > 0).map(|(n, (tag, _))| (*n, *tag)).collect();
    topics.sort_by_key(|(hits, _)| usize::MAX - hits);
    for entity in found.iter().take(2) {
        // People and projects are called by their first name; an idea, a place or a tool by all of it.
        let whole = matches!(entity.kind, EntityType::Concept | EntityType::Place | EntityType::Tool);
        add(&mut tags, if whole { &entity.name } else { entity.name.split(' ').next().unwrap_or("") });
    }
    let mut nouns = if is_han_text(&lower) { chinese_words(&lower) } else { Vec::new() };
    nouns.extend(content_words(&lower));
    let mut nouns = nouns.into_iter();
    let mut topics = topics.iter().map(|(_, topic)| *topic);
    // The first topic, then words of the text and further topics by turns.
    for topic in topics.by_ref().take(1) {
        add(&mut tags, topic);
    }
    for noun in nouns.by_ref().take(2) {
        add(&mut tags, &noun);
    }
    for topic in topics.by_ref().take(1) {
        add(&mut tags, topic);
    }
    for noun in nouns.take(1) {
        add(&mut tags, &noun);
    }
    for topic in topics {
        add(&mut tags, topic);
    }
    if tags.len() < 2 {
        add(
            &mut tags,
            match store {
                Store::Core => "identity",
                Store::Episodic => "event",
                Store::Semantic => "fact",
                Store::Procedural => "workflow",
                Store::Vault => "vault",
                Store::Note => "note",
            },
        );
    }
    if tags.len() < 2 {
        tags.push("note".into());
    }
    tags
}

fn slug(tag: &str) -> String {
    tag.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().replace([' ', '_', '’', '\''], "-")
}

/// A very short stem must be the whole word.
fn is_word(text: &str, length: usize) -> bool {
    let after = text[length..].chars().next();
    length > 4 || after.is_none_or(|c| !c.is_alphanumeric() || matches!(c, 's' | 'n' | 'i') || is_han(c))
}

fn is_han_text(text: &str) -> bool {
    soulfile_text::lang::Lang::of(text) == soulfile_text::lang::Lang::Zh
}

/// Chinese words a memory may turn on; longer ones first where they begin alike.
const HAN_WORDS: &str = "
    爱好 阿姨 安全 安装 八月 爸爸 白糖 班级 搬家 办公室 包子 包裹 宝宝 保险 保姆 报告 报名 报税 报销 备份 北京 背包 被子 本子 笔记 比赛 编程 表哥 表姐 表弟 表妹 冰糖 冰箱 病历 病人 博士 补习 财务
    菜谱 餐厅 草莓 测试 茶叶 产品 唱歌 超市 车库 车站 称呼 城市 程序 宠物 厨房 出差 出租 春节 窗户 床单 词典 错误 打车 打印机 打针 大学 代码 袋子 单词 蛋糕 导师 地铁 地图 地址 点餐 电池 电费 电话 电脑 电视 电梯
    电影 电源 店铺 钓鱼 定理 订单 读书 断网 队友 儿子 发布 发票 发烧 法律 翻译 饭店 方案 方法 房东 房贷 房间 房子 房租 飞机 费用 分支 分手 风格 服务器 付款 父亲 辅导 干洗 钢琴 高考 高血压 公交 公司
    公园 工厂 工地 工资 工作 古筝 故障 顾客 关节 管理 广告 国庆 果汁 孩子 函数 航班 合同 合并 合作 红烧肉 后台 护士 护照 花生 画画 化疗 回归 会议 婚礼 婚纱 火车 火锅 货物 机票 鸡蛋 急诊 集合 计划 记录 季度 家人 家里
    家庭 家长 家务 价格 监控 减肥 健康 健身 奖金 讲座 交接 交通 饺子 教材 教程 教练 教室 教育 接口 街道 节日 结婚 姐姐 经理 酒店 救护车 聚餐 聚会 决定 军训 咖啡 开会 开发 开店 考试 考研 客服 客户 课程 空调 口味 快递
    筷子 垃圾 篮球 老板 老公 老家 老婆 老师 老宅 离婚 理财 理发 历史 练习 恋爱 粮食 聊天 邻居 流程 楼上 楼下 律师 旅行 旅游 路由器 录音 滤芯 录取 轮班 论文 萝卜 妈妈 买房 卖房 猫咪 毛衣 煤气 妹妹 门口 门牌 密码
    面包 面试 面条 面粉 母亲 目标 奶奶 牛奶 农场 女儿 爬山 排练 培训 配置 朋友 啤酒 偏好 片场 票据 拼音 平台 评审 苹果 葡萄 骑车 汽车 签证 签字 签约 前端 钱包 青霉素 清洁 请假 球队 驱动 取件 缺陷 任务 日程 日期 入职
    散步 森林 沙发 上班 上线 上学 设备 设计 摄影 身份证 身体 生日 生意 声音 师傅 实习 食堂 食物 时区 视频 试卷 适配 室友 收入 手表 手工 手机 手术 首付 叔叔 书店 书法 书房 书架 蔬菜 暑假 数据 数据库 数学 水电 水果 水阀 睡觉 司机 宿舍
    素食 算法 台风 唐诗 糖尿病 讨论 套餐 提交 体检 体重 天气 停车 停电 通知 同事 同学 投诉 投资 图书馆 退款 退休 外公 外婆 外卖 玩具 网络 网球 微信 围棋 味道 文档 文件 舞蹈 物流 物业 稀饭 习惯 洗衣机 系统 现金 线上 项目
    消防 销售 小区 小说 小学 孝敬 鞋子 写作 新房 心脏 信用卡 行李 幸福 兄弟 休假 宣传 选修 学费 学生 学习 学校 血型 牙齿 牙医 研究 眼镜 演唱会 演出 宴会 羊毛衫 阳台 养老 药店 爷爷 医保 医生 医院 仪式 音乐 银行 饮食 英语 婴儿 用户
    游戏 游泳 邮件 语言 预算 预约 员工 院子 阅读 月饼 云南 运动 运维 运营 杂志 早餐 账单 账号 招聘 照片 诊所 证书 支付 职业 植物 直播 治疗 智能 中药 种子 周末 猪肉 主管 住院 驻场 装修 准备 桌子 资料 自行车 租房 租约 足球 作业 作息 座位
    做饭 家训 忌日 遗嘱 骨灰 老房子 钥匙 洗涤剂 投影仪 会员 白内障 五花肉 酱油 豆腐 米饭 辣椒 口红 化妆 护肤 面膜 标签 团队 推迟 决策 部门 优先 目前 毕业 毕业旅行 沟通 直接 左撇子 吊车 港口 牛肉 喝酒 吃药
";
static HAN_TERMS: LazyLock<Literals> = LazyLock::new(|| Literals::new(HAN_WORDS.split_whitespace()).longest());

/// The known words of a Chinese text, in order; else what stands between words that only join.
fn chinese_words(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for hit in HAN_TERMS.find_iter(text) {
        let word = text[hit.range()].to_owned();
        if !out.contains(&word) {
            out.push(word);
        }
    }
    const JOINS: &str = "的了是在和与我你他她它把被就都也很只个这那之为有不要会能先再用从到去来给让跟对要每次前后时候里上下里中最更还又没着过吗呢吧们得";
    let joins = |c: char| !is_han(c) || JOINS.contains(c);
    for chunk in text.split(joins).filter(|chunk| (2..=4).contains(&chunk.chars().count())) {
        if out.len() < 4 && !out.iter().any(|word| word.contains(chunk) || chunk.contains(word.as_str())) {
            out.push(chunk.to_owned());
        }
    }
    out
}

/// Words of three letters and more, with what is joined to them.
fn long_words(text: &str) -> impl Iterator<Item = &str> {
    let joined = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’' | '-')));
    let words = joined.map(|word| word.trim_start_matches(|c: char| !c.is_alphabetic()));
    words.filter(|word| word.chars().nth(2).is_some())
}

/// The words a memory turns on: long, not function words, later ones first among equals.
fn content_words(lower: &str) -> Vec<String> {
    static STOPPED: LazyLock<WordSet> = LazyLock::new(|| STOP.split_whitespace().collect());
    let telling = |word: &&str| !STOPPED.contains(word) && !word.chars().all(is_han);
    let words: Vec<&str> = long_words(lower).filter(telling).collect();
    let mut out: Vec<String> = Vec::new();
    let mut ranked: Vec<(usize, &str)> = words.iter().enumerate().map(|(i, w)| (i, *w)).collect();
    ranked.sort_by_key(|(i, w)| {
        // "When calving starts": what is done at the beginning names it.
        let verb = w.ends_with("ing") && *i > 1 || w.ends_with("ed");
        (usize::from(verb), *i)
    });
    for (_, word) in ranked {
        let word = word.trim_end_matches("'s").trim_end_matches("’s").to_owned();
        if !out.contains(&word) {
            out.push(word);
        }
    }
    out
}
