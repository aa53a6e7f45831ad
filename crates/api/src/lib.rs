//! Every request, answer and error once.
//!
//! HTTP bodies, MCP arguments and results, `--json` output, the OpenAPI document and the TypeScript of the web app are all
//! made from these types. One file per resource; types that a lower crate owns and an answer holds are re-exported here,
//! so that a surface needs this crate and the engine, and nothing below. No type here does anything.

#![allow(missing_docs, reason = "a doc comment that repeats the field's name says nothing")]

mod agents;
mod alerts;
mod audit;
mod channels;
mod chat;
mod context;
mod core;
mod decay;
mod doctor;
mod error;
mod exchange;
mod export;
mod files;
mod forget;
mod graph;
mod health;
mod heartbeat;
mod identity;
mod import;
mod index;
mod list;
mod lock;
mod log;
mod memory;
mod nothing;
mod proposals;
mod recall;
mod reflect;
mod remember;
mod rollback;
mod said_at;
mod settings;
mod setup;
mod status;
mod sync;

pub use agents::{AgentInfo, AgentShown};
pub use alerts::{Acknowledged, AlertRequest, AlertView, OpenAlerts};
pub use audit::{
    AuditDetail, AuditEntryRequest, AuditLogRequest, BlameRequest, ChangeEvent, History, HistoryRequest, Why,
    WhyRequest,
};
pub use channels::{ChannelAccountView, ChannelNamed, ChannelQuery, ChannelReceipt, ChannelStatus, RouteView};
pub use chat::{
    ChatEnded, ChatExchange, ChatLine, ChatNamed, ChatView, NewChat, Quotation, Reply, SessionInfo, TurnEvent,
};
pub use context::{ContextQuery, ContextReceipt, ContextReceiptsRequest, ContextShown, SessionContext};
pub use core::{ChangedCoreLine, CoreBlock, CoreEditRequest, CoreLineView, CoreView, NewCoreLine};
pub use decay::{DecayExplained, DecayPoint, DecayRun, DecayStatus, TransitionView};
pub use doctor::{Checkup, DoctorFinding, Mend, MendRequest, Mended};
pub use error::{ErrorKind, Hint, Problem, ProblemText};
pub use exchange::{
    ChatCompletionRequest, EmbeddingInput, EmbeddingList, EmbeddingRequest, EmbeddingShown, EmbeddingUsage,
    EmbeddingVector, ModelList, ModelRequest, ModelShown, PassedOn, ResponseInput, ResponseRequest,
};
pub use export::Exported;
pub use files::{
    DailyLog, DailyLogRequest, DayLogAddition, DefaultFile, FileChangeRequest, FileContent, FileInfo, FileRequest,
    FileWritten, NewFileContent, ReadableFile,
};
pub use forget::{
    ArchivedView, ForgetCandidate, ForgetCandidatesRequest, ForgetConfirmed, ForgetPreview, ForgetRequest,
    ForgetResult, ForgettableMemory, Forgotten, MemoryIds, Restored, Thoroughness,
};
pub use graph::{
    EdgeView, EntityRequest, EntityView, FactView, GraphPathRequest, GraphRequest, GraphView, MergeRequest, NodeView,
};
pub use health::Health;
pub use heartbeat::{HeartbeatItem, HeartbeatRun};
pub use identity::{IdentityView, IntroductionNeeds};
pub use import::{Imported, SkippedFile, TakenNote, WaitingNote};
pub use index::{CaughtUp, EmbeddingStatus, IndexRequest, IndexStatus, Noticed, Rebuilt};
pub use list::{DayCount, ListRequest, ListedMemory, MemoryPage, StateThresholds};
pub use lock::{LockStatus, OpenedLock, OpeningLock};
pub use log::{DayView, EpisodeView, LogRequest};
pub use memory::{MemoryRequest, MemoryView, Pinned, Use, UsedNoted, UsedRequest};
pub use nothing::Nothing;
pub use proposals::{
    Decided, NewProposal, ProposalAcceptance, ProposalAdded, ProposalDeferral, ProposalNumber, ProposalPreviewRequest,
    ProposalRejection, ProposalView, ProposeRequest, ProposeResult, WaitingProposals,
};
pub use recall::{
    GetRequest, GetResult, RecallAnswer, RecallHit, RecallQuestion, SearchRequest, SearchResult, SearchResults,
};
pub use reflect::{
    ItemView, NewReflection, PendingView, ReflectDecided, ReflectRequest, ReflectStatus, ReflectionApproval,
    ReflectionRejection, ReflectionView, Replied, RewordedItem,
};
pub use remember::{NewMemory, Remembered, RememberedEntry, WriteReceipt, WriteRequest, WriteResult, WrittenEntry};
pub use rollback::{FileAtRevision, RollbackPlan, UndoRequest};
pub use said_at::SaidAt;
pub use settings::{
    ConfigChange, ConfigView, ConfiguredModel, ConnectorFile, ConnectorView, ModelNamed, TestedModel, TokenNamed,
    TokenView,
};
pub use setup::Seeded;
pub use status::{IndexCounts, StatusResult};
pub use sync::Synced;

pub use soulfile_context::assemble::{ContextPack, ContextReport, NoticeKind};
pub use soulfile_context::identity::Field;
pub use soulfile_memory::core::Block;
pub use soulfile_memory::id::{CoreId, MemoryId};
pub use soulfile_recall::{SearchStrategy, Sureness};
pub use soulfile_reflect::Selection;
pub use soulfile_reflect::journal::PastReflection;
pub use soulfile_workspace::{
    Action, BlameLine, ContentHash, ForeignKey, LogEntry, Receipt, ReceiptStatus, Repair, Severity, Target,
    Verification, WorkspacePath,
};
