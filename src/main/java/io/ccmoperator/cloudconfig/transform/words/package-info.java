// SPDX-License-Identifier: Apache-2.0
/**
 * What each cloud controller manager reads of its configuration: the resources {@code configurations/*.yaml}, one file a reader,
 * and the judgement of a configuration by such a table.
 */
package io.ccmoperator.cloudconfig.transform.words;
