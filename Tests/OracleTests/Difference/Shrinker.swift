/// Makes a history smaller, piece by piece, while something about it stays.
struct Shrinker {
  /// Whether the smaller history still shows it.
  let isStill: (History) -> Bool

  func shrunk(_ history: History) -> History {
    var best = history
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for step in [withoutNights, withoutFiles, withoutLines, withoutFields] {
        let next = step(best)
        if next.description != best.description {
          best = next
          isSmaller = true
        }
      }
    }
    return best
  }

  private func withoutNights(_ history: History) -> History {
    var best = history
    for index in history.nights.indices.reversed() where best.nights.count > 1 {
      var next = best
      next.nights.remove(at: index)
      if isStill(next) { best = next }
    }
    return best
  }

  private func withoutFiles(_ history: History) -> History {
    var best = history
    for night in history.nights.indices {
      for file in history.nights[night].indices.reversed() {
        var next = best
        next.nights[night].remove(at: file)
        if isStill(next) { best = next }
      }
    }
    return best
  }

  private func withoutLines(_ history: History) -> History {
    var best = history
    for night in best.nights.indices {
      for file in best.nights[night].indices {
        var count = best.nights[night][file].lines.count
        var size = max(1, count / 2)
        while size >= 1 {
          var start = 0
          while start < count {
            var lines = best.nights[night][file].lines
            lines.removeSubrange(start..<min(start + size, lines.count))
            if let next = replacing(best, night, file, lines), isStill(next) {
              best = next
              count = lines.count
            } else {
              start += size
            }
          }
          size /= 2
        }
      }
    }
    return best
  }

  private func withoutFields(_ history: History) -> History {
    var best = history
    for night in best.nights.indices {
      for file in best.nights[night].indices {
        for line in best.nights[night][file].lines.indices {
          guard case .object(let members) = try? PlainJSON(best.nights[night][file].lines[line])
          else { continue }
          for member in members {
            var lines = best.nights[night][file].lines
            guard case .object(let now) = try? PlainJSON(lines[line]) else { continue }
            lines[line] = PlainJSON.object(now.filter { $0.name != member.name }).text
            if let next = replacing(best, night, file, lines), isStill(next) { best = next }
          }
        }
      }
    }
    return best
  }

  private func replacing(
    _ history: History, _ night: Int, _ file: Int, _ lines: [String]
  ) -> History? {
    guard !lines.isEmpty else { return nil }
    var next = history
    next.nights[night][file].text = lines.map { $0 + "\n" }.joined()
    return next
  }
}
