package import AuditModel

/// The value of one column of one record: absent, a number, or text in the batch's arena.
package struct Slot: Sendable, Equatable {
  /// The number, or where the text starts in `RecordBatch.text`.
  package var word: Int64
  /// Bytes of text; below zero for the other two.
  package var length: Int32

  package static let absent = Slot(word: 0, length: -1)

  package init(word: Int64, length: Int32) {
    self.word = word
    self.length = length
  }

  package static func integer(_ value: Int64) -> Slot {
    Slot(word: value, length: -2)
  }

  package static func text(at offset: Int, byteCount: Int) -> Slot {
    Slot(word: Int64(offset), length: Int32(byteCount))
  }

  package var isAbsent: Bool { length == -1 }
  package var isInteger: Bool { length == -2 }
  package var isText: Bool { length >= 0 }
}

/// Some thousand records of one stream: plain arrays, so that nothing is allocated a record and
/// a batch can change threads.
///
/// Record `i` has its slots at `i * width ..< (i + 1) * width`, in the order of
/// `StreamDefinition.columns`.
package struct RecordBatch: Sendable {
  /// Records a batch holds before it is handed on.
  package static let capacity = 4096
  /// Bytes of text after which a batch is handed on although it holds fewer records.
  package static let textLimit = 4 << 20

  package let stream: Stream
  package let width: Int
  package var slots: [Slot] = []
  /// The physical line where each record starts.
  package var lines: [Int] = []
  /// The text that slots point into, UTF-8.
  package var text: [UInt8] = []
  /// A 64-bit hash of each record's natural key (`StreamDefinition.identity`); equal keys have
  /// equal hashes in every run, and a hit is verified on the values.
  package var keyHashes: [UInt64] = []
  /// Bytes of the file, as they lie on the disk, that were read when the batch was full.
  package var sourceByteCount = 0

  package init(stream: Stream) {
    self.stream = stream
    width = stream.definition.columns.count
    slots.reserveCapacity(Self.capacity * width)
    lines.reserveCapacity(Self.capacity)
    keyHashes.reserveCapacity(Self.capacity)
  }

  package var count: Int { lines.count }

  package var isFull: Bool { count >= Self.capacity || text.count >= Self.textLimit }
}
