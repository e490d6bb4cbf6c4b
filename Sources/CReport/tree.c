#include "internal.h"

#include <libxml/SAX2.h>
#include <libxml/hash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More rules than this is no report of ours, and would let a document grow the tree. */
enum { rule_limit = 10000 };

struct creport_tree {
  creport_log *log;
  creport_limits limits;
  /* Findings of each rule, as the document says; asked about before the first finding. */
  long *counts;
  int count_count;
  int findings_per_rule;
  xmlSAXHandler sax;
  xmlParserCtxtPtr parser;
  xmlDocPtr document;
  /* Rule id to the number of its findings in the tree, as long. */
  xmlHashTablePtr shown;
  int rule_count;
  long finding_count;
  /* Records of the finding that is open, those left out too. */
  int record_count;
  /* Elements open inside a finding or record that is left out. */
  int skipped_depth;
};

static creport_tree *state(void *context) { return ((xmlParserCtxtPtr)context)->_private; }

/* Notes how many findings a rule says it has. */
static void count_findings(creport_tree *tree, const xmlChar **attributes, int attribute_count) {
  for (int i = 0; i < attribute_count; i++, attributes += 5) {
    if (!xmlStrEqual(attributes[0], BAD_CAST "findings") || attributes[1] != NULL) continue;
    if (tree->count_count == rule_limit) return;
    if (tree->counts == NULL) tree->counts = calloc(rule_limit, sizeof *tree->counts);
    if (tree->counts == NULL) return;
    /* The number ends with the quote of the attribute. */
    tree->counts[tree->count_count++] = strtol((const char *)attributes[3], NULL, 10);
    return;
  }
}

/* Whether there is room for one more record of the open finding; counts it. */
static int takes_record(creport_tree *tree) {
  if (tree->record_count++ < tree->limits.records_per_finding) return 1;
  if (tree->limits.further_records == 0) return 0;
  tree->limits.further_records--;
  return 1;
}

/* Whether the finding's rule has room for one more; counts it if so. */
static int takes_finding(creport_tree *tree, const xmlChar **attributes, int attribute_count) {
  if (tree->findings_per_rule < 0) {
    tree->findings_per_rule = tree->limits.findings_per_rule(tree->counts, tree->count_count);
  }
  tree->record_count = 0;
  for (int i = 0; i < attribute_count; i++, attributes += 5) {
    if (!xmlStrEqual(attributes[0], BAD_CAST "rule") || attributes[1] != NULL) continue;
    xmlChar *rule = xmlStrndup(attributes[3], (int)(attributes[4] - attributes[3]));
    if (rule == NULL) return 0;
    long count = (long)xmlHashLookup(tree->shown, rule);
    int takes = count < tree->findings_per_rule;
    if (count == 0) takes = takes && ++tree->rule_count <= rule_limit;
    if (takes) {
      xmlHashUpdateEntry(tree->shown, rule, (void *)(count + 1), NULL);
      tree->finding_count++;
    }
    xmlFree(rule);
    return takes;
  }
  return 0;
}

static void start_element(
    void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
    int namespace_count, const xmlChar **namespaces, int attribute_count, int defaulted_count,
    const xmlChar **attributes) {
  creport_tree *tree = state(context);
  if (tree->skipped_depth > 0) {
    tree->skipped_depth++;
    return;
  }
  if (xmlStrEqual(name, BAD_CAST "finding") && !takes_finding(tree, attributes, attribute_count)) {
    tree->skipped_depth = 1;
    return;
  }
  if (xmlStrEqual(name, BAD_CAST "record") && !takes_record(tree)) {
    tree->skipped_depth = 1;
    return;
  }
  if (xmlStrEqual(name, BAD_CAST "rule")) count_findings(tree, attributes, attribute_count);
  xmlSAX2StartElementNs(
      context, name, prefix, uri, namespace_count, namespaces, attribute_count, defaulted_count,
      attributes);
}

static void end_element(
    void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  creport_tree *tree = state(context);
  if (tree->skipped_depth > 0) {
    tree->skipped_depth--;
    return;
  }
  xmlSAX2EndElementNs(context, name, prefix, uri);
}

static void characters(void *context, const xmlChar *text, int byte_count) {
  if (state(context)->skipped_depth == 0) xmlSAX2Characters(context, text, byte_count);
}

creport_tree *creport_tree_new(creport_limits limits, creport_log *log) {
  creport_tree *tree = calloc(1, sizeof *tree);
  if (tree == NULL) return NULL;
  tree->log = log;
  tree->limits = limits;
  tree->findings_per_rule = -1;
  creport_enter(log);
  tree->shown = xmlHashCreate(64);
  /* Comments and processing instructions of a document are not heard: they say nothing. */
  tree->sax.initialized = XML_SAX2_MAGIC;
  tree->sax.startDocument = xmlSAX2StartDocument;
  tree->sax.endDocument = xmlSAX2EndDocument;
  tree->sax.startElementNs = start_element;
  tree->sax.endElementNs = end_element;
  tree->sax.characters = characters;
  tree->sax.ignorableWhitespace = characters;
  tree->sax.cdataBlock = characters;
  tree->parser = creport_parser_new(&tree->sax, tree);
  creport_leave();
  if (tree->shown != NULL && tree->parser != NULL) return tree;
  creport_tree_free(tree);
  return NULL;
}

int creport_tree_push(creport_tree *tree, const char *bytes, int byte_count) {
  creport_enter(tree->log);
  int result = creport_parser_push(tree->parser, tree->log, bytes, byte_count, 0);
  creport_leave();
  return result;
}

/* Sets `shown` on every rule: how many of its findings the tree holds. */
static void set_shown(creport_tree *tree, xmlNodePtr rules) {
  for (xmlNodePtr rule = rules->children; rule != NULL; rule = rule->next) {
    if (rule->type != XML_ELEMENT_NODE) continue;
    xmlChar *id = xmlGetNoNsProp(rule, BAD_CAST "id");
    if (id == NULL) continue;
    char number[24];
    snprintf(number, sizeof number, "%ld", (long)xmlHashLookup(tree->shown, id));
    xmlSetProp(rule, BAD_CAST "shown", BAD_CAST number);
    xmlFree(id);
  }
}

int creport_tree_finish(creport_tree *tree) {
  creport_enter(tree->log);
  int is_whole = creport_parser_push(tree->parser, tree->log, "", 0, 1) == 0;
  tree->document = tree->parser->myDoc;
  tree->parser->myDoc = NULL;
  xmlNodePtr root = xmlDocGetRootElement(tree->document);
  if (is_whole && root != NULL) {
    for (xmlNodePtr node = root->children; node != NULL; node = node->next) {
      if (xmlStrEqual(node->name, BAD_CAST "rules")) set_shown(tree, node);
    }
    creport_spell_out(root);
  }
  creport_leave();
  return is_whole && root != NULL;
}

long creport_tree_finding_count(const creport_tree *tree) { return tree->finding_count; }

xmlDocPtr creport_tree_document(creport_tree *tree) { return tree->document; }

void creport_tree_free(creport_tree *tree) {
  if (tree == NULL) return;
  creport_enter(NULL);
  if (tree->parser != NULL) {
    if (tree->parser->myDoc != NULL) xmlFreeDoc(tree->parser->myDoc);
    tree->parser->myDoc = NULL;
    xmlFreeParserCtxt(tree->parser);
  }
  if (tree->document != NULL) xmlFreeDoc(tree->document);
  if (tree->shown != NULL) xmlHashFree(tree->shown, NULL);
  free(tree->counts);
  creport_leave();
  free(tree);
}
