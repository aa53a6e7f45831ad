//! Sureness of Chinese questions about daily life: those with an answer, and those without.

use soulfile_recall::Index;

use crate::{ask, index_of};

const STATEMENTS: [&str; 30] = [
    "用户对花生过敏。",
    "用户叫陈立。",
    "用户在阿里巴巴上班。",
    "用户的猫叫团子。",
    "用户女朋友是护士。",
    "用户住在杭州西湖区。",
    "用户的生日是五月十二日。",
    "用户最喜欢的颜色是深蓝色。",
    "用户每周三晚上打羽毛球。",
    "用户妈妈退休前是小学老师。",
    "用户的车是一辆白色的比亚迪。",
    "用户不吃香菜。",
    "用户弟弟在成都读研究生。",
    "用户下个月要去日本旅行。",
    "用户的房租每个月四千五百元。",
    "用户毕业于浙江大学。",
    "用户早上习惯喝一杯黑咖啡。",
    "用户正在学西班牙语。",
    "用户的老板姓周，性格很急。",
    "周会改到每周一上午十点。",
    "用户的备用钥匙放在鞋柜第二层。",
    "用户去年做过膝盖手术。",
    "用户的电脑是 MacBook Pro。",
    "用户奶奶今年八十三岁。",
    "用户最近在读《三体》。",
    "用户的牙医诊所在文三路。",
    "项目代号叫青鸟，年底上线。",
    "用户周末常带孩子去植物园。",
    "用户的健身卡到明年三月到期。",
    "用户和大学同学王磊合伙开了一家咖啡馆。",
];

/// A question and the number of the statement that answers it.
const ANSWERED: [(&str, usize); 30] = [
    ("我对什么过敏", 0),
    ("我叫什么名字", 1),
    ("我在哪里上班", 2),
    ("我的猫叫什么", 3),
    ("我女朋友做什么工作", 4),
    ("我住在哪里？", 5),
    ("我的生日是哪天", 6),
    ("我最喜欢什么颜色", 7),
    ("我星期几打羽毛球", 8),
    ("我妈妈以前是做什么的", 9),
    ("我开的是什么车", 10),
    ("我不吃什么", 11),
    ("我弟弟在哪里读书", 12),
    ("我下个月要去哪儿旅行？", 13),
    ("我的房租是多少", 14),
    ("我是哪所大学毕业的", 15),
    ("我早上喝什么", 16),
    ("我在学什么语言", 17),
    ("我老板姓什么", 18),
    ("周会是几点", 19),
    ("备用钥匙放在哪里了", 20),
    ("我什么时候做的膝盖手术", 21),
    ("我用的是什么电脑", 22),
    ("我奶奶多大年纪了", 23),
    ("我最近在读什么书", 24),
    ("我的牙医在哪儿", 25),
    ("项目代号是什么", 26),
    ("周末我带孩子去哪里玩", 27),
    ("健身卡什么时候到期", 28),
    ("我跟谁合伙开咖啡馆", 29),
];

const UNANSWERED: [&str; 30] = [
    "我的护照号码是多少",
    "我的血型是什么",
    "我的银行卡密码是多少",
    "我爷爷叫什么名字",
    "我的狗几岁了",
    "我哥哥在哪里工作",
    "我的航班几点起飞",
    "我什么时候结婚的",
    "我的身高是多少",
    "我家的无线网密码是什么",
    "我上次体检结果怎么样",
    "我喜欢哪支足球队",
    "我的保险什么时候续费",
    "谁是我的房东",
    "我的邮箱地址是什么",
    "我小时候在哪里长大",
    "我的鞋码是多少",
    "我最好的朋友是谁",
    "我的医生建议吃什么药",
    "我女朋友的生日是哪天",
    "我昨天晚饭吃了什么",
    "我会弹什么乐器",
    "客户合同金额是多少",
    "服务器的域名是什么",
    "我的签证办好了吗",
    "我的驾照什么时候过期",
    "我订了哪家酒店",
    "我老板的电话是多少",
    "我对哪种药物有反应",
    "我的快递到哪了",
];

fn daily_life() -> Index {
    let body: String = STATEMENTS.iter().enumerate().map(|(i, e)| format!("## 10:{i:02} | note\n{e}\n\n")).collect();
    index_of(&[("memory/episodes/2026-02-02.md", &body)])
}

#[test]
fn chinese_questions_with_an_answer_are_sure_of_it() {
    let index = daily_life();
    let mut failed = Vec::new();
    for (question, wanted) in ANSWERED {
        let answer = ask(&index, question);
        let first = answer.hits.first().map_or("", |hit| hit.text.as_str());
        if !answer.confidence.answers() || first != STATEMENTS[wanted] {
            failed.push(format!("{question} {:.2} {first}", answer.sureness));
        }
    }
    assert!(failed.len() <= 5, "{failed:#?}");
}

#[test]
fn chinese_questions_without_an_answer_are_not_sure() {
    let index = daily_life();
    let sure = |question: &&str| ask(&index, question).confidence.answers();
    let mut failed = Vec::new();
    for question in UNANSWERED.iter().filter(|question| sure(question)) {
        let answer = ask(&index, question);
        failed.push(format!("{question} {:.2} {}", answer.sureness, answer.hits[0].text));
    }
    assert!(failed.len() <= 5, "{failed:#?}");
}
