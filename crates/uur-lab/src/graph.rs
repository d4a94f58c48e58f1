//! Directed graphs of positions.

/// A directed graph as adjacency lists: the edges of each node, one list after the other.
pub struct AdjacencyLists {
    first: Vec<usize>,
    all: Vec<u32>,
}

impl AdjacencyLists {
    /// A graph of nodes with these numbers of edges, and of its edges, each with the node that it belongs to. No
    /// memory is needed besides that of the graph.
    pub fn new(sizes: Vec<usize>, edges: impl Iterator<Item = (u32, u32)>) -> Self {
        let (mut first, mut end) = (sizes, 0);
        for place in &mut first {
            end += *place;
            *place = end;
        }
        first.push(end);
        // The lists are filled from their ends, so that each end becomes a beginning.
        let mut all = vec![0; end];
        for (node, edge) in edges {
            let place = &mut first[node as usize];
            *place -= 1;
            all[*place] = edge;
        }
        AdjacencyLists { first, all }
    }

    /// Returns the edges of a node.
    pub fn of(&self, node: usize) -> &[u32] {
        &self.all[self.first[node]..self.first[node + 1]]
    }
}
