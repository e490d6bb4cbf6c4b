#include "internal.h"

#include <stdio.h>
#include <string.h>

struct range {
  unsigned first;
  unsigned last;
};

/*
 * What looks like nothing, like something else, or turns the text around it: controls, bidi and
 * zero-width characters, spaces that aren't U+0020, combining marks that a composed letter hides,
 * variation selectors, tags, and code points that are no characters. In order.
 */
static const struct range hidden[] = {
    {0x01, 0x08},       {0x0B, 0x1F},       {0x7F, 0xA0},       {0xAD, 0xAD},
    {0x300, 0x36F},     {0x61C, 0x61C},     {0x1100, 0x11FF},   {0x115F, 0x1160},
    {0x1680, 0x1680},   {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF},   {0x2000, 0x200F},   {0x2028, 0x202F},   {0x205F, 0x206F},
    {0x20D0, 0x20FF},   {0x2126, 0x2126},   {0x212A, 0x212B},   {0x2800, 0x2800},
    {0x3000, 0x3000},   {0x3164, 0x3164},   {0xE000, 0xF8FF},   {0xFDD0, 0xFDEF},
    {0xFE00, 0xFE0F},   {0xFE20, 0xFE2F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFC},   {0xFFFE, 0xFFFF},   {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
    {0xE0000, 0x10FFFF},
};

static int is_hidden(unsigned scalar) {
  /* The last two code points of every plane are no characters. */
  if ((scalar & 0xFFFE) == 0xFFFE) return 1;
  for (size_t i = 0; i < sizeof hidden / sizeof *hidden && hidden[i].first <= scalar; i++) {
    if (scalar <= hidden[i].last) return 1;
  }
  return 0;
}

/* Reads one scalar of well-formed UTF-8, which the parser has made sure of. */
static unsigned next_scalar(const xmlChar **position) {
  const xmlChar *bytes = *position;
  if (bytes[0] < 0x80) {
    *position += 1;
    return bytes[0];
  }
  if (bytes[0] < 0xE0) {
    *position += 2;
    return (bytes[0] & 0x1Fu) << 6 | (bytes[1] & 0x3Fu);
  }
  if (bytes[0] < 0xF0) {
    *position += 3;
    return (bytes[0] & 0x0Fu) << 12 | (bytes[1] & 0x3Fu) << 6 | (bytes[2] & 0x3Fu);
  }
  *position += 4;
  return (bytes[0] & 0x07u) << 18 | (bytes[1] & 0x3Fu) << 12 | (bytes[2] & 0x3Fu) << 6
      | (bytes[3] & 0x3Fu);
}

static int needs_spelling(const xmlChar *text, int spells_breaks) {
  for (const xmlChar *position = text; *position != 0;) {
    if (*position >= 0x20 && *position < 0x7F) {
      position++;
      continue;
    }
    unsigned scalar = next_scalar(&position);
    if (scalar == '\t' || scalar == '\n') {
      if (spells_breaks) return 1;
    } else if (is_hidden(scalar)) {
      return 1;
    }
  }
  return 0;
}

static void spell(xmlNodePtr text, int spells_breaks) {
  if (text->content == NULL || !needs_spelling(text->content, spells_breaks)) return;
  xmlBufferPtr buffer = xmlBufferCreate();
  if (buffer == NULL) return;
  for (const xmlChar *position = text->content; *position != 0;) {
    const xmlChar *start = position;
    unsigned scalar = next_scalar(&position);
    int is_break = scalar == '\t' || scalar == '\n';
    if (is_break ? spells_breaks : is_hidden(scalar)) {
      char spelled[16];
      snprintf(spelled, sizeof spelled, "\\u{%x}", scalar);
      xmlBufferCCat(buffer, spelled);
    } else {
      xmlBufferAdd(buffer, start, (int)(position - start));
    }
  }
  xmlNodeSetContent(text, xmlBufferContent(buffer));
  xmlBufferFree(buffer);
}

static int is_data(xmlNodePtr element) {
  return xmlStrEqual(element->name, BAD_CAST "message")
      || xmlStrEqual(element->name, BAD_CAST "field")
      || xmlStrEqual(element->name, BAD_CAST "bundleId");
}

void creport_spell_out(xmlNodePtr root) {
  /* The depth is bounded by the parser, which refuses a document deeper than 256. */
  for (xmlNodePtr node = root; node != NULL; node = node->next) {
    if (node->type == XML_TEXT_NODE) {
      /* Line breaks between elements are the document's own. */
      spell(node, node->parent != NULL && is_data(node->parent));
    } else if (node->type == XML_ELEMENT_NODE) {
      for (xmlAttrPtr attribute = node->properties; attribute != NULL; attribute = attribute->next) {
        if (attribute->children != NULL) spell(attribute->children, 1);
      }
      if (node->children != NULL) creport_spell_out(node->children);
    }
  }
}
