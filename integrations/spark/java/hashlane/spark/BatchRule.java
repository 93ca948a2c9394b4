// SPDX-License-Identifier: Apache-2.0 OR MIT
package hashlane.spark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractPartialFunction;

/**
 * Where an operator takes rows from batches of columns, it puts a BatchExec between them, which computes the digests and
 * tags of whole columns of these batches.
 */
final class BatchRule extends ColumnarRule {
    @Override
    public Rule<SparkPlan> preColumnarTransitions() {
        return new Rule<SparkPlan>() {
            @Override
            public SparkPlan apply(SparkPlan plan) {
                return plan.transformUp(EACH_OPERATOR);
            }
        };
    }

    private static final AbstractPartialFunction<SparkPlan, SparkPlan> EACH_OPERATOR = new AbstractPartialFunction<>() {
        @Override
        public boolean isDefinedAt(SparkPlan plan) {
            return (plan instanceof ProjectExec || plan instanceof BaseAggregateExec) && !plan.supportsColumnar()
                && plan.children().apply(0).supportsColumnar();
        }

        @Override
        public SparkPlan apply(SparkPlan plan) {
            SparkPlan child = plan.children().apply(0);
            Map<Expression, NamedExpression> computed = new LinkedHashMap<>(); // by its call
            CollectionConverters.asJava(plan.expressions()).forEach(e -> collect(e, child, computed));
            return computed.isEmpty() ? plan : over(plan, child, computed);
        }
    };

    // Adds the calls within an expression whose value is a whole column of the child.
    private static void collect(Expression e, SparkPlan child, Map<Expression, NamedExpression> computed) {
        if (e instanceof Call call && ColumnCall.of(call, child) != null) {
            computed.computeIfAbsent(call.canonicalized(), key -> named(call));
            return;
        }
        CollectionConverters.asJava(e.children()).forEach(part -> collect(part, child, computed));
    }

    private static NamedExpression named(Call call) {
        return new Alias(call, call.sql(), NamedExpression$.MODULE$.newExprId(), Builder.seq(List.of()), Option.empty(),
            Builder.seq(List.of()));
    }

    private static SparkPlan over(SparkPlan plan, SparkPlan child, Map<Expression, NamedExpression> computed) {
        Seq<NamedExpression> results = Builder.seq(new ArrayList<>(computed.values()));
        SparkPlan replaced = plan.transformExpressions(new AbstractPartialFunction<Expression, Expression>() {
            @Override
            public boolean isDefinedAt(Expression e) {
                return e instanceof Call && computed.containsKey(e.canonicalized());
            }

            @Override
            public Expression apply(Expression e) {
                return (Expression) computed.get(e.canonicalized()).toAttribute();
            }
        });
        return replaced.withNewChildren(Builder.seq(List.of(new BatchExec(results, child))));
    }
}
