//! The simulated directories and what of their changes is durable.

use super::image::FileNode;
use crate::random::SplitMix64;
use std::collections::{BTreeMap, BTreeSet};
use std::io;

/// Names a file or directory for as long as the disk lives.
pub(super) type NodeId = u64;

pub(super) const ROOT: NodeId = 0;

#[derive(Clone)]
pub(super) enum Node {
    File(FileNode),
    Directory(DirectoryNode),
}

#[derive(Clone, Default)]
pub(super) struct DirectoryNode {
    now: BTreeMap<String, NodeId>,
    media: BTreeMap<String, NodeId>,
    unsynced: Vec<Change>,
}

#[derive(Clone)]
enum Change {
    Link(String, NodeId),
    Unlink(String),
    Rename(String, String, NodeId),
}

fn apply(entries: &mut BTreeMap<String, NodeId>, change: &Change) {
    match change {
        Change::Link(name, node) => {
            entries.insert(name.clone(), *node);
        }
        Change::Unlink(name) => {
            entries.remove(name);
        }
        Change::Rename(from, to, node) => {
            entries.remove(from);
            entries.insert(to.clone(), *node);
        }
    }
}

impl DirectoryNode {
    fn change(&mut self, change: Change) {
        apply(&mut self.now, &change);
        self.unsynced.push(change);
    }

    /// Everything that has, had or may have a name here.
    fn children(&self) -> impl Iterator<Item = NodeId> {
        let between = self.unsynced.iter().filter_map(|change| match change {
            Change::Link(_, node) | Change::Rename(_, _, node) => Some(*node),
            Change::Unlink(_) => None,
        });
        let named = self.now.values().chain(self.media.values()).copied();
        named.chain(between)
    }

    fn media_after_power_loss(&self, random: &mut SplitMix64) -> BTreeMap<String, NodeId> {
        let mut media = self.media.clone();
        for change in &self.unsynced {
            if random.chance(50) {
                apply(&mut media, change);
            }
        }
        media
    }
}

#[derive(Clone)]
pub(super) struct Tree {
    nodes: BTreeMap<NodeId, Node>,
    next: NodeId,
    /// Open files and directories, and how often each is open.
    open: BTreeMap<NodeId, usize>,
    /// So many nodes there are before it is worth looking which of them nobody can come to.
    sweep_at: usize,
    /// The sync of a directory failed.
    directory_failed: bool,
}

/// Fewer nodes are not swept.
const NODES_SWEPT_MIN: usize = 64;

impl Tree {
    pub(super) fn new() -> Self {
        let root = Node::Directory(DirectoryNode::default());
        Self {
            nodes: BTreeMap::from([(ROOT, root)]),
            next: ROOT + 1,
            open: BTreeMap::new(),
            sweep_at: NODES_SWEPT_MIN,
            directory_failed: false,
        }
    }

    /// Somebody has a node open: it stays, whatever becomes of its name.
    pub(super) fn open(&mut self, node: NodeId) {
        *self.open.entry(node).or_default() += 1;
    }

    /// The other end of [`Tree::open`].
    pub(super) fn close(&mut self, node: NodeId) {
        if let Some(count) = self.open.get_mut(&node) {
            *count -= 1;
            if *count == 0 {
                self.open.remove(&node);
            }
        }
    }

    /// The same tree for a process that has nothing open yet.
    pub(super) fn reopened(&self) -> Self {
        let mut tree = self.clone();
        tree.open.clear();
        tree.sweep();
        tree
    }

    /// How many files and directories are kept.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Forgets files and directories that have no name, now or on the media or by a change in between, and that nobody has open.
    fn sweep(&mut self) {
        let mut left: Vec<NodeId> = self.open.keys().copied().chain([ROOT]).collect();
        let mut kept = BTreeSet::new();
        while let Some(node) = left.pop() {
            if kept.insert(node)
                && let Node::Directory(directory) = self.node(node)
            {
                left.extend(directory.children());
            }
        }
        self.nodes.retain(|node, _| kept.contains(node));
        self.sweep_at = NODES_SWEPT_MIN.max(2 * self.nodes.len());
    }

    pub(super) fn node(&self, node: NodeId) -> &Node {
        self.nodes
            .get(&node)
            .expect("nodes live as long as the disk")
    }

    fn node_mut(&mut self, node: NodeId) -> &mut Node {
        self.nodes
            .get_mut(&node)
            .expect("nodes live as long as the disk")
    }

    pub(super) fn file(&self, node: NodeId) -> &FileNode {
        match self.node(node) {
            Node::File(file) => file,
            Node::Directory(_) => unreachable!("file handles are made for files"),
        }
    }

    pub(super) fn file_mut(&mut self, node: NodeId) -> &mut FileNode {
        match self.node_mut(node) {
            Node::File(file) => file,
            Node::Directory(_) => unreachable!("file handles are made for files"),
        }
    }

    fn entries(&self, node: NodeId) -> &DirectoryNode {
        match self.node(node) {
            Node::Directory(directory) => directory,
            Node::File(_) => unreachable!("directory handles are made for directories"),
        }
    }

    fn entries_mut(&mut self, node: NodeId) -> &mut DirectoryNode {
        match self.node_mut(node) {
            Node::Directory(directory) => directory,
            Node::File(_) => unreachable!("directory handles are made for directories"),
        }
    }

    pub(super) fn child(&self, parent: NodeId, name: &str) -> io::Result<NodeId> {
        let found = self.entries(parent).now.get(name).copied();
        found.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    pub(super) fn find(&self, path: &str) -> io::Result<NodeId> {
        let mut node = ROOT;
        for name in path.split('/') {
            node = match self.node(node) {
                Node::Directory(_) => self.child(node, name)?,
                Node::File(_) => return Err(io::ErrorKind::NotADirectory.into()),
            };
        }
        match self.node(node) {
            Node::File(_) => Ok(node),
            Node::Directory(_) => Err(io::ErrorKind::IsADirectory.into()),
        }
    }

    pub(super) fn names(&self, parent: NodeId, directories: bool) -> Vec<String> {
        let of_kind = |node: NodeId| matches!(self.node(node), Node::Directory(_)) == directories;
        let entries = &self.entries(parent).now;
        entries
            .iter()
            .filter(|(_, node)| of_kind(**node))
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// Adds a node. Of those nobody can come to there are never more than of the others.
    fn add(&mut self, parent: NodeId, name: &str, node: Node) -> NodeId {
        if self.nodes.len() >= self.sweep_at {
            self.sweep();
        }
        let id = self.next;
        self.next += 1;
        self.nodes.insert(id, node);
        self.entries_mut(parent)
            .change(Change::Link(name.to_owned(), id));
        id
    }

    pub(super) fn create_file(&mut self, parent: NodeId, name: &str) -> io::Result<NodeId> {
        if self.child(parent, name).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Ok(self.add(parent, name, Node::File(FileNode::default())))
    }

    pub(super) fn directory(&mut self, parent: NodeId, name: &str) -> io::Result<NodeId> {
        match self.child(parent, name) {
            Ok(node) => match self.node(node) {
                Node::Directory(_) => Ok(node),
                Node::File(_) => Err(io::ErrorKind::NotADirectory.into()),
            },
            Err(_) => Ok(self.add(parent, name, Node::Directory(DirectoryNode::default()))),
        }
    }

    pub(super) fn remove(&mut self, parent: NodeId, name: &str) -> io::Result<()> {
        let node = self.child(parent, name)?;
        if matches!(self.node(node), Node::Directory(_)) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        self.entries_mut(parent)
            .change(Change::Unlink(name.to_owned()));
        Ok(())
    }

    pub(super) fn remove_directory(&mut self, parent: NodeId, name: &str) -> io::Result<()> {
        if let Ok(node) = self.child(parent, name) {
            if matches!(self.node(node), Node::File(_)) {
                return Err(io::ErrorKind::NotADirectory.into());
            }
            self.entries_mut(parent)
                .change(Change::Unlink(name.to_owned()));
        }
        Ok(())
    }

    pub(super) fn rename(&mut self, parent: NodeId, from: &str, to: &str) -> io::Result<()> {
        let node = self.child(parent, from)?;
        if from != to {
            let change = Change::Rename(from.to_owned(), to.to_owned(), node);
            self.entries_mut(parent).change(change);
        }
        Ok(())
    }

    pub(super) fn sync_directory(&mut self, node: NodeId) {
        let directory = self.entries_mut(node);
        for change in std::mem::take(&mut directory.unsynced) {
            apply(&mut directory.media, &change);
        }
    }

    /// A failed sync: part of the changes is durable, the rest never will be.
    pub(super) fn sync_directory_in_part(&mut self, node: NodeId, random: &mut SplitMix64) {
        let directory = self.entries_mut(node);
        directory.media = directory.media_after_power_loss(random);
        directory.unsynced.clear();
        self.directory_failed = true;
    }

    pub(super) fn has_failed_directory(&self) -> bool {
        self.directory_failed
    }

    /// Blocks of all files that have a name.
    pub(super) fn used_blocks(&self) -> u64 {
        self.used_below(ROOT)
    }

    fn used_below(&self, node: NodeId) -> u64 {
        match self.node(node) {
            Node::File(file) => file.used_blocks(),
            Node::Directory(directory) => directory
                .now
                .values()
                .map(|child| self.used_below(*child))
                .sum(),
        }
    }

    /// What the media holds after a loss of power.
    pub(super) fn after_power_loss(&self, random: &mut SplitMix64) -> Self {
        let mut after = Self {
            nodes: BTreeMap::new(),
            next: self.next,
            open: BTreeMap::new(),
            sweep_at: NODES_SWEPT_MIN,
            directory_failed: false,
        };
        let mut left = vec![ROOT];
        while let Some(id) = left.pop() {
            let node = match self.node(id) {
                Node::File(file) => Node::File(file.after_power_loss(random)),
                Node::Directory(directory) => {
                    let media = directory.media_after_power_loss(random);
                    left.extend(media.values());
                    let now = media.clone();
                    Node::Directory(DirectoryNode {
                        now,
                        media,
                        unsynced: Vec::new(),
                    })
                }
            };
            after.nodes.insert(id, node);
        }
        after
    }
}
